-- list
select concat(?, case typeof("t0"."word") when 'text' then json_quote("t0"."word") when 'null' then 'null' when
    'integer' then "t0"."word" when 'real' then case "t0"."word" when 9e999 then '"Infinity"' when -9e999 then '"-Infinity"'
    else json_quote("t0"."word") end else '"' || joinery_base64("t0"."word") || '"' end, ?, case typeof("t0"."weight")
    when 'integer' then "t0"."weight" when 'null' then 'null' when 'text' then json_quote("t0"."weight") when 'real'
    then case "t0"."weight" when 9e999 then '"Infinity"' when -9e999 then '"-Infinity"' else json_quote("t0"."weight")
    end else '"' || joinery_base64("t0"."weight") || '"' end, ?, case when "t0"."word" is null then '$null' else
    iif(typeof("t0"."word") = 'integer', "t0"."word", joinery_url("t0"."word")) end, ?, case when "t0"."weight"
    is null then '$null' else iif(typeof("t0"."weight") = 'integer', "t0"."weight", joinery_url("t0"."weight"))
    end, ?, ?) as "line"
from "main"."word" as "t0"
order by "t0"."word", "t0"."weight"
-- with "{\"word\":", ",\"weight\":", ",\"__url__\":\"http://localhost/api/database/tables/word/recs/[", ",", "]\",\"__links__\":{", "}}"
-- reads word
