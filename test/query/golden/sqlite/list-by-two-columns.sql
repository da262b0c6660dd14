-- list
select concat(?, case typeof("t0"."listener") when 'integer' then "t0"."listener" when 'null' then 'null' when 'text'
    then json_quote("t0"."listener") when 'real' then case "t0"."listener" when 9e999 then '"Infinity"' when -9e999
    then '"-Infinity"' else json_quote("t0"."listener") end else '"' || joinery_base64("t0"."listener") || '"' end,
    ?, case typeof("t0"."number") when 'integer' then "t0"."number" when 'null' then 'null' when 'text' then json_quote("t0"."number")
    when 'real' then case "t0"."number" when 9e999 then '"Infinity"' when -9e999 then '"-Infinity"' else json_quote("t0"."number")
    end else '"' || joinery_base64("t0"."number") || '"' end, ?, case typeof("t0"."track_id") when 'integer' then
    "t0"."track_id" when 'null' then 'null' when 'text' then json_quote("t0"."track_id") when 'real' then case "t0"."track_id"
    when 9e999 then '"Infinity"' when -9e999 then '"-Infinity"' else json_quote("t0"."track_id") end else '"' ||
    joinery_base64("t0"."track_id") || '"' end, ?, case typeof("t0"."at") when 'text' then json_quote("t0"."at")
    when 'null' then 'null' when 'integer' then "t0"."at" when 'real' then case "t0"."at" when 9e999 then '"Infinity"'
    when -9e999 then '"-Infinity"' else json_quote("t0"."at") end else '"' || joinery_base64("t0"."at") || '"' end,
    ?, iif(typeof("t0"."listener") = 'integer', "t0"."listener", joinery_url("t0"."listener")), ?, iif(typeof("t0"."number")
    = 'integer', "t0"."number", joinery_url("t0"."number")), ?, ?, iif(typeof("t0"."track_id") = 'integer', "t0"."track_id",
    joinery_url("t0"."track_id")), ?, ?) as "line"
from "main"."play" as "t0"
order by "t0"."listener", "t0"."number"
limit ? + 0 offset ? + 0
-- with "{\"listener\":", ",\"number\":", ",\"track_id\":", ",\"at\":", ",\"__url__\":\"http://localhost/api/database/tables/play/recs/[", ",", "]\",\"__links__\":{", "\"ForeignKey('track.id')\":\"http://localhost/api/database/tables/track/recs/[", "]\"", "}}", 5000, 10
-- reads play
-- in slices by "t0"."listener", "t0"."number", limit 5000, offset 10
-- first, all rows: texts
-- as above
-- first: keys
select "t0"."listener", "t0"."number"
from "main"."play" as "t0"
-- later, all rows: texts
-- as above
-- later: keys
select "t0"."listener", "t0"."number"
from "main"."play" as "t0"
