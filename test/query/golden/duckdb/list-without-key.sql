-- list
select concat('{"word":', coalesce(to_json("p"."c0")::text, 'null'), ',"weight":', coalesce("p"."c1"::text, 'null'),
    ',"__url__":"http://localhost/api/database/tables/word/recs/[', case when "p"."c0" is null then '$null' else
    coalesce(url_encode("p"."c0"), '') end, ',', case when "p"."c1" is null then '$null' else coalesce("p"."c1"::text,
    '') end, ']","__links__":{', '}}') as "line"
from (
  select "t0"."word" as "c0", "t0"."weight" as "c1", "t0"."word" as "s0", "t0"."weight" as "s1"
  from "main"."word" as "t0"
  order by "t0"."word", "t0"."weight"
) as "p"
order by "p"."s0", "p"."s1"
-- reads word
-- in ranges: {"isFiltered":false,"value":"\"t0\".\"word\"","order":" order by \"t0\".\"word\", \"t0\".\"weight\"","descending":false,"nulls":"last","limit":null}
select concat('{"word":', coalesce(to_json("t0"."word")::text, 'null'), ',"weight":', coalesce("t0"."weight"::text,
    'null'), ',"__url__":"http://localhost/api/database/tables/word/recs/[', case when "t0"."word" is null then
    '$null' else coalesce(url_encode("t0"."word"), '') end, ',', case when "t0"."weight" is null then '$null' else
    coalesce("t0"."weight"::text, '') end, ']","__links__":{', '}}') as "line"
from "main"."word" as "t0"
-- values
select "t0"."word"
from "main"."word" as "t0"
