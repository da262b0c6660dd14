-- rows
select ('[' || coalesce(to_json(case when "p"."c0" >= timestamp '0001-01-01' then replace("p"."c0"::text, ' ', 'T')
    else (to_json("p"."c0") #>> '{}') end)::text, 'null') || ',' || coalesce(to_json(translate(encode("p"."c1",
    'base64'), E'\n', ''))::text, 'null') || ']') as "line"
from (
  select "t0"."added" as "c0", "t0"."cover" as "c1", "t0"."id" as "s0"
  from "public"."track" as "t0"
  order by "t0"."id"
) as "p"
order by "p"."s0"
-- reads track
