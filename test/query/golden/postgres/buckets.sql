-- page
select (('[' || coalesce(case when "g"."v0" >= timestamp '0001-01-01' then '"' || replace("g"."v0"::text, ' ', 'T')
    || '"' else to_json("g"."v0")::text end, 'null') || ',' || "g"."j0" || ']') || '
' || ('[' || coalesce('"' ||
    ("g"."b0" + interval '0')::text || '"', 'null') || ']'))
from (
  select date_trunc('month', "t0"."added")::timestamp as "b0", date_trunc('month', "t0"."added")::timestamp as "v0",
      coalesce(to_json((sum("t0"."length"::float8) / nullif(count("t0"."length"), 0)))::text, 'null') as "j0"
  from "public"."track" as "t0"
  group by 1
) as "g"
order by "g"."b0" nulls last
limit 100
-- reads track

-- totals
select (count(*))::text
from (
  select date_trunc('month', "t0"."added")::timestamp as "b0"
  from "public"."track" as "t0"
  group by 1
) as "g"
-- reads track
