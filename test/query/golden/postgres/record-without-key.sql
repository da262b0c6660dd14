-- record
select (('{"word":' || coalesce(to_json("t0"."word")::text, 'null') || ',"weight":' || coalesce(("t0"."weight" |
    0)::text, 'null') || ',"__url__":"http://localhost/api/database/tables/word/recs/[') || (case when "t0"."word"
    is null then '$null' else coalesce(case when "t0"."word"::text collate "C" ~ '^[A-Za-z0-9_.~-]*$' then "t0"."word"::text
    else (
  select string_agg(coalesce(run[1], regexp_replace(upper(encode(convert_to(run[2], 'UTF8'), 'hex')), '(..)', '%\1',
      'g')), ''
  order by n)
  from regexp_matches("t0"."word"::text collate "C", '([A-Za-z0-9_.~-]+)|([^A-Za-z0-9_.~-]+)', 'g') with ordinality
      as runs (run, n)
) end, '') end || ',' || case when "t0"."weight" is null then '$null' else coalesce("t0"."weight"::text, '') end
    || ']","__links__":{}}')) as "line"
from "public"."word" as "t0"
where ("t0"."word" = $1) and ("t0"."weight" is null)
limit 2
-- with "x"
-- reads word
