-- page
select (('[' || coalesce(to_json("g"."v0")::text, 'null') || ',' || "g"."j0" || ']') || '
' || ('[' || coalesce(to_json(("g"."b0")::text)::text,
    'null') || ']'))
from (
  select "t0"."title" as "b0", "t0"."title" as "v0", coalesce(to_json(sum("t0"."price")::numeric)::text, 'null')
      as "j0"
  from "public"."album" as "t0"
  group by 1
) as "g"
order by "g"."b0" nulls last
limit 100
-- reads album

-- totals
select (count(*))::text
from (
  select "t0"."title" as "b0"
  from "public"."album" as "t0"
  group by 1
) as "g"
-- reads album
