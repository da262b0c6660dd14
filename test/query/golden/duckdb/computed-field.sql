-- page
select concat(concat('[', coalesce("p"."c0"::text, 'null'), ',', coalesce(to_json("p"."c1")::text, 'null'), ',',
    coalesce(rtrim(rtrim(("p"."c2")::text, '0'), '.'), 'null'), ']'), '
', concat('[', coalesce('"' || "p"."s0"::text
    || '"', 'null'), ',', coalesce('"' || "p"."s1"::text || '"', 'null'), ']')) as "line"
from (
  select "t0"."id" as "c0", "t0"."title" as "c1", try_cast(try(try_cast(list_transform([struct_pack(u := replace((try_cast(try_cast(try("t0"."price"::DECIMAL(38,2)
      * $1::DECIMAL(38,1)) as DECIMAL(38,3)) as DECIMAL(38,3)))::text, '.', '')::hugeint, k := (case when $2::DECIMAL(38,0)
      is not null then greatest(least(trunc($3::DECIMAL(38,0)), 3), -34) end)::int)], lambda v: list_transform([struct_pack(u
      := v['u'], p := rpad('1', 4 - v['k'], '0')::hugeint)], lambda v: list_transform([struct_pack(u := (2 * abs(v['u'])
      + v['p']) // (2 * v['p']) * v['p'] * sign(v['u']))], lambda v: case when v['u'] < 0 then '-' else '' end ||
      regexp_replace(lpad(abs(v['u'])::text, greatest(length(abs(v['u'])::text), 4)::int, '0'), '(\d{3})$', '.\1'))[1])[1])[1]
      as DECIMAL(38,3))) as DECIMAL(38,3)) as "c2", try_cast(try(try_cast(list_transform([struct_pack(u := replace((try_cast(try_cast(try("t0"."price"::DECIMAL(38,2)
      * $4::DECIMAL(38,1)) as DECIMAL(38,3)) as DECIMAL(38,3)))::text, '.', '')::hugeint, k := (case when $5::DECIMAL(38,0)
      is not null then greatest(least(trunc($6::DECIMAL(38,0)), 3), -34) end)::int)], lambda v: list_transform([struct_pack(u
      := v['u'], p := rpad('1', 4 - v['k'], '0')::hugeint)], lambda v: list_transform([struct_pack(u := (2 * abs(v['u'])
      + v['p']) // (2 * v['p']) * v['p'] * sign(v['u']))], lambda v: case when v['u'] < 0 then '-' else '' end ||
      regexp_replace(lpad(abs(v['u'])::text, greatest(length(abs(v['u'])::text), 4)::int, '0'), '(\d{3})$', '.\1'))[1])[1])[1]
      as DECIMAL(38,3))) as DECIMAL(38,3)) as "s0", "t0"."id" as "s1"
  from "main"."album" as "t0"
  order by try_cast(try(try_cast(list_transform([struct_pack(u := replace((try_cast(try_cast(try("t0"."price"::DECIMAL(38,2)
      * $7::DECIMAL(38,1)) as DECIMAL(38,3)) as DECIMAL(38,3)))::text, '.', '')::hugeint, k := (case when $8::DECIMAL(38,0)
      is not null then greatest(least(trunc($9::DECIMAL(38,0)), 3), -34) end)::int)], lambda v: list_transform([struct_pack(u
      := v['u'], p := rpad('1', 4 - v['k'], '0')::hugeint)], lambda v: list_transform([struct_pack(u := (2 * abs(v['u'])
      + v['p']) // (2 * v['p']) * v['p'] * sign(v['u']))], lambda v: case when v['u'] < 0 then '-' else '' end ||
      regexp_replace(lpad(abs(v['u'])::text, greatest(length(abs(v['u'])::text), 4)::int, '0'), '(\d{3})$', '.\1'))[1])[1])[1]
      as DECIMAL(38,3))) as DECIMAL(38,3)) nulls last, "t0"."id"
  limit 100
) as "p"
order by "p"."s0" nulls last, "p"."s1"
-- with "1.2", "2", "2", "1.2", "2", "2", "1.2", "2", "2"
-- reads album

-- totals
select ("b"."n")::text
from (
  select count(*) as "n"
  from "main"."album" as "t0"
) as "b"
-- reads album
