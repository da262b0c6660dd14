-- rows
select concat(?, ifnull("t0"."id", 'null'), ?, case typeof("t0"."title") when 'text' then json_quote("t0"."title")
    when 'null' then 'null' when 'integer' then "t0"."title" when 'real' then case "t0"."title" when 9e999 then
    '"Infinity"' when -9e999 then '"-Infinity"' else json_quote("t0"."title") end else '"' || joinery_base64("t0"."title")
    || '"' end, ?) as "line"
from "main"."album" as "t0"
order by "t0"."title", "t0"."id"
-- with "{\"id\":", ",\"title\":", "}"
-- reads album
