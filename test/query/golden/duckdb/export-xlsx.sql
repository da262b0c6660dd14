-- rows
select concat('[', coalesce(to_json(case when isfinite("p"."c0") and year("p"."c0") > 0 then replace("p"."c0"::text,
    ' ', 'T') else "p"."c0"::text end)::text, 'null'), ',', coalesce(to_json(to_base64("p"."c1"))::text, 'null'),
    ']') as "line"
from (
  select "t0"."added" as "c0", "t0"."cover" as "c1", "t0"."id" as "s0"
  from "main"."track" as "t0"
  order by "t0"."id"
) as "p"
order by "p"."s0"
-- reads track
