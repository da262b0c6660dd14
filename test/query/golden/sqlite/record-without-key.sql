-- record
select concat('{"word":', json_quote(iif(+"t0"."word" >= x'', joinery_base64("t0"."word"), "t0"."word")), ',"weight":',
    iif(+"t0"."weight" >= 9e999 or +"t0"."weight" <= -9e999, json_quote(case typeof("t0"."weight") when 'blob' then
    joinery_base64("t0"."weight") when 'real' then iif("t0"."weight" > 0, 'Infinity', '-Infinity') else "t0"."weight"
    end), ifnull("t0"."weight", 'null')), ',"__url__":"http://localhost/api/database/tables/word/recs/[', case when
    "t0"."word" is null then '$null' else iif(typeof("t0"."word") = 'integer', "t0"."word", joinery_url("t0"."word"))
    end, ',', case when "t0"."weight" is null then '$null' else iif(typeof("t0"."weight") = 'integer', "t0"."weight",
    joinery_url("t0"."weight")) end, ']","__links__":{', '}}') as "line"
from "main"."word" as "t0"
where ("t0"."word" = ?) and ("t0"."weight" is null)
limit 2 + 0
-- with "x"
-- reads word
