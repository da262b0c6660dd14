-- list
select (('{"word":' || coalesce(to_json("p"."c0")::text, 'null') || ',"weight":' || coalesce(("p"."c1" | 0)::text,
    'null') || ',"__url__":"http://localhost/api/database/tables/word/recs/[') || (case when "p"."c0" is null then
    '$null' else coalesce(case when "p"."c0"::text collate "C" ~ '^[A-Za-z0-9_.~-]*$' then "p"."c0"::text else (
  select string_agg(coalesce(run[1], regexp_replace(upper(encode(convert_to(run[2], 'UTF8'), 'hex')), '(..)', '%\1',
      'g')), ''
  order by n)
  from regexp_matches("p"."c0"::text collate "C", '([A-Za-z0-9_.~-]+)|([^A-Za-z0-9_.~-]+)', 'g') with ordinality
      as runs (run, n)
) end, '') end || ',' || case when "p"."c1" is null then '$null' else coalesce("p"."c1"::text, '') end || ']","__links__":{}}'))
    as "line"
from (
  select "t0"."word" as "c0", "t0"."weight" as "c1", "t0"."word" as "s0", "t0"."weight" as "s1"
  from "public"."word" as "t0"
  order by "t0"."word", "t0"."weight"
) as "p"
order by "p"."s0", "p"."s1"
-- reads word
