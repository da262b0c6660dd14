-- rows
select concat('[', coalesce(to_json(case when isfinite("p"."c0") and era("p"."c0") > 0 then replace("p"."c0"::text,
    ' ', 'T') else "p"."c0"::text end)::text, 'null'), ',', coalesce(to_json(to_base64("p"."c1"))::text, 'null'),
    ']') as "line"
from (
  select "t0"."added" as "c0", "t0"."cover" as "c1", "t0"."id" as "s0"
  from "main"."track" as "t0"
  order by "t0"."id"
) as "p"
order by "p"."s0"
-- reads track
-- in ranges: {"isFiltered":false,"value":"\"t0\".\"id\"","order":" order by \"t0\".\"id\"","descending":false,"nulls":"last","limit":null}
select concat('[', coalesce(to_json(case when isfinite("t0"."added") and era("t0"."added") > 0 then replace("t0"."added"::text,
    ' ', 'T') else "t0"."added"::text end)::text, 'null'), ',', coalesce(to_json(to_base64("t0"."cover"))::text,
    'null'), ']') as "line"
from "main"."track" as "t0"
-- values
select "t0"."id"
from "main"."track" as "t0"
