-- page
select (('[' || coalesce(("g"."v0" | 0)::text, 'null') || ',' || "g"."j0" || ']') || '
' || ('[' || coalesce('"'
    || ("g"."b0" | 0)::text || '"', 'null') || ']'))
from (
  select "g".*
  from (
    select "t0"."artist_id" as "b0", "t0"."artist_id" as "v0", coalesce(to_json(sum("t0"."price")::numeric)::text,
        'null') as "j0", (sum("t0"."price")::numeric)::numeric as "m0"
    from "public"."album" as "t0"
    group by 1
  ) as "g"
  where "g"."m0" > $1::numeric
) as "g"
order by "g"."b0" nulls last
limit 100
-- with "10"
-- reads album

-- totals
select (count(*))::text
from (
  select "g".*
  from (
    select "t0"."artist_id" as "b0", "t0"."artist_id" as "v0", coalesce(to_json(sum("t0"."price")::numeric)::text,
        'null') as "j0", (sum("t0"."price")::numeric)::numeric as "m0"
    from "public"."album" as "t0"
    group by 1
  ) as "g"
  where "g"."m0" > $1::numeric
) as "g"
-- with "10"
-- reads album
