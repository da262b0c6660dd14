-- page
select concat(concat('[', coalesce("g"."v0"::text, 'null'), ',', coalesce(to_json("g"."v1")::text, 'null'), ',',
    "g"."j0", ',', "g"."j1", ',', "g"."j2", ',', "g"."j3", ',', "g"."j4", ',', "g"."j5", ']'), '
', concat('[',
    coalesce('"' || "g"."s0"::text || '"', 'null'), ',', coalesce(to_json(("g"."b0")::text)::text, 'null'), ',',
    coalesce(to_json(("g"."b1")::text)::text, 'null'), ']'))
from (
  select "t0"."sold" as "b0", "t0"."title" as "b1", "t0"."sold" as "v0", "t0"."title" as "v1", coalesce(sum("t0"."price")::text,
      'null') as "j0", coalesce(list_transform([struct_pack(u := replace((sum("t0"."price"))::text, '.', '')::hugeint,
      n := nullif(count("t0"."price"), 0)::hugeint)], lambda v: list_transform([struct_pack(q := abs(v['u']) //
      v['n'], f := (2 * (abs(v['u']) % v['n']) * 10000000000::hugeint + v['n']) // (2 * v['n']), s := v['u'] < 0)],
      lambda v: case when v['s'] then '-' else '' end || regexp_replace(lpad((v['q'] + v['f'] // 10000000000::hugeint)::text
      || lpad((v['f'] % 10000000000::hugeint)::text, 10, '0'), greatest(length((v['q'] + v['f'] // 10000000000::hugeint)::text
      || lpad((v['f'] % 10000000000::hugeint)::text, 10, '0')), 13)::int, '0'), '(\d{12})$', '.\1'))[1])[1], 'null')
      as "j1", coalesce(min("t0"."price")::text, 'null') as "j2", coalesce(max("t0"."price")::text, 'null') as "j3",
      coalesce(count("t0"."price")::text, 'null') as "j4", coalesce(count(distinct "t0"."price")::text, 'null')
      as "j5", try_cast(sum("t0"."price")::text as DECIMAL(38,2)) as "s0"
  from "main"."album" as "t0"
  group by 1, 2
) as "g"
order by "g"."s0" desc nulls last, "g"."b0" nulls last, "g"."b1" nulls last
limit 100
-- reads album

-- totals
select (count(*))::text
from (
  select "t0"."sold" as "b0", "t0"."title" as "b1"
  from "main"."album" as "t0"
  group by 1, 2
) as "g"
-- reads album
