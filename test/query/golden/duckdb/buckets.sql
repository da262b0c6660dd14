-- page
select concat(concat('[', coalesce('"' || case when isfinite("g"."v0") and era("g"."v0") > 0 then replace("g"."v0"::text,
    ' ', 'T') else "g"."v0"::text end || '"', 'null'), ',', "g"."j0", ']'), '
', concat('[', coalesce('"' || "g"."b0"::text
    || '"', 'null'), ']'))
from (
  select date_trunc('month', "t0"."added")::TIMESTAMP as "b0", date_trunc('month', "t0"."added")::TIMESTAMP as "v0",
      coalesce(case when isfinite((sum("t0"."length"::double) / nullif(count("t0"."length"), 0))) then (sum("t0"."length"::double)
      / nullif(count("t0"."length"), 0))::text when (sum("t0"."length"::double) / nullif(count("t0"."length"), 0))
      is not null then case when isnan((sum("t0"."length"::double) / nullif(count("t0"."length"), 0))) then '"NaN"'
      when (sum("t0"."length"::double) / nullif(count("t0"."length"), 0)) > 0 then '"Infinity"' else '"-Infinity"'
      end end, 'null') as "j0"
  from "main"."track" as "t0"
  group by 1
) as "g"
order by "g"."b0" nulls last
limit 100
-- reads track

-- totals
select (count(*))::text
from (
  select date_trunc('month', "t0"."added")::TIMESTAMP as "b0"
  from "main"."track" as "t0"
  group by 1
) as "g"
-- reads track
