-- page
select (((('[' || coalesce(case "g"."v0" when true then 'true' when false then 'false' end, 'null') || ',' || coalesce(to_json("g"."v1")::text,
    'null') || ',') || ("g"."j0" || ',' || "g"."j1" || ',')) || ("g"."j2" || ',' || "g"."j3" || ',' || "g"."j4"
    || ',' || "g"."j5" || ']')) || '
' || ('[' || coalesce(to_json(("g"."s0")::text)::text, 'null') || ',' || coalesce(to_json(("g"."b0")::text)::text,
    'null') || ',' || coalesce(to_json(("g"."b1")::text)::text, 'null') || ']'))
from (
  select "t0"."sold" as "b0", "t0"."title" as "b1", "t0"."sold" as "v0", "t0"."title" as "v1", coalesce(to_json(sum("t0"."price")::numeric)::text,
      'null') as "j0", coalesce(to_json(round(round(sum("t0"."price")::numeric, 8 + 24) / nullif(count("t0"."price"),
      0), 8 + 4))::text, 'null') as "j1", coalesce(to_json(min("t0"."price"))::text, 'null') as "j2", coalesce(to_json(max("t0"."price"))::text,
      'null') as "j3", coalesce((count("t0"."price") | 0)::text, 'null') as "j4", coalesce((count(distinct "t0"."price")
      | 0)::text, 'null') as "j5", sum("t0"."price")::numeric as "s0"
  from "public"."album" as "t0"
  group by 1, 2
) as "g"
order by "g"."s0" desc nulls last, "g"."b0" nulls last, "g"."b1" nulls last
limit 100
-- reads album

-- totals
select (count(*))::text
from (
  select "t0"."sold" as "b0", "t0"."title" as "b1"
  from "public"."album" as "t0"
  group by 1, 2
) as "g"
-- reads album
