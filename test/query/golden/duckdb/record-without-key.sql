-- record
select concat('{"word":', coalesce(to_json("t0"."word")::text, 'null'), ',"weight":', coalesce("t0"."weight"::text,
    'null'), ',"__url__":"http://localhost/api/database/tables/word/recs/[', case when "t0"."word" is null then
    '$null' else coalesce(url_encode("t0"."word"), '') end, ',', case when "t0"."weight" is null then '$null' else
    coalesce("t0"."weight"::text, '') end, ']","__links__":{', '}}') as "line"
from "main"."word" as "t0"
where ("t0"."word" = try_cast($1::text as text)) and ("t0"."weight" is null)
limit 2
-- with "x"
-- reads word
