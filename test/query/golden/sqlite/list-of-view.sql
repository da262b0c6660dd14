-- list
select concat(?, case typeof("t0"."id") when 'integer' then "t0"."id" when 'null' then 'null' when 'text' then json_quote("t0"."id")
    when 'real' then case "t0"."id" when 9e999 then '"Infinity"' when -9e999 then '"-Infinity"' else json_quote("t0"."id")
    end else '"' || joinery_base64("t0"."id") || '"' end, ?, case typeof("t0"."title") when 'text' then json_quote("t0"."title")
    when 'null' then 'null' when 'integer' then "t0"."title" when 'real' then case "t0"."title" when 9e999 then
    '"Infinity"' when -9e999 then '"-Infinity"' else json_quote("t0"."title") end else '"' || joinery_base64("t0"."title")
    || '"' end, ?, case typeof("t0"."price") when 'real' then case "t0"."price" when 9e999 then '"Infinity"' when
    -9e999 then '"-Infinity"' else json_quote("t0"."price") end when 'integer' then "t0"."price" when 'null' then
    'null' when 'text' then json_quote("t0"."price") else '"' || joinery_base64("t0"."price") || '"' end, ?) as
    "line"
from "main"."cheap" as "t0"
-- with "{\"id\":", ",\"title\":", ",\"price\":", ",\"__url__\":null,\"__links__\":{}}"
-- reads cheap
