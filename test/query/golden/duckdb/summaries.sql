-- page
select concat(concat('[', coalesce("p"."c0"::text, 'null'), ',', coalesce(to_json("p"."c1")::text, 'null'), ',',
    coalesce("p"."c2"::text, 'null'), ']'), '
', concat('[', coalesce('"' || "p"."s0"::text || '"', 'null'), ']'))
    as "line"
from (
  select "t0"."id" as "c0", "t0"."title" as "c1", "t0"."price" as "c2", "t0"."id" as "s0"
  from "main"."album" as "t0"
  order by "t0"."id"
  limit 100
) as "p"
order by "p"."s0"
-- reads album

-- totals
select concat((count(*))::text, '
', coalesce(sum("t0"."price")::text, 'null'), '
', coalesce(list_transform([struct_pack(u
    := replace((sum("t0"."price"))::text, '.', '')::hugeint, n := nullif(count("t0"."price"), 0)::hugeint)], lambda
    v: list_transform([struct_pack(q := abs(v['u']) // v['n'], f := (2 * (abs(v['u']) % v['n']) * 10000000000::hugeint
    + v['n']) // (2 * v['n']), s := v['u'] < 0)], lambda v: case when v['s'] then '-' else '' end || regexp_replace(lpad((v['q']
    + v['f'] // 10000000000::hugeint)::text || lpad((v['f'] % 10000000000::hugeint)::text, 10, '0'), greatest(length((v['q']
    + v['f'] // 10000000000::hugeint)::text || lpad((v['f'] % 10000000000::hugeint)::text, 10, '0')), 13)::int,
    '0'), '(\d{12})$', '.\1'))[1])[1], 'null'), '
', coalesce(min("t0"."price")::text, 'null'), '
', coalesce(max("t0"."price")::text,
    'null'), '
', coalesce(count("t0"."price")::text, 'null'), '
', coalesce(count(distinct "t0"."price")::text,
    'null'))
from "main"."album" as "t0"
-- reads album
