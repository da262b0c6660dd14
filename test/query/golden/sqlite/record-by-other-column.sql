-- record
select concat(?, ifnull("t0"."id", 'null'), ?, case typeof("t0"."title") when 'text' then json_quote("t0"."title")
    when 'null' then 'null' when 'integer' then "t0"."title" when 'real' then case "t0"."title" when 9e999 then
    '"Infinity"' when -9e999 then '"-Infinity"' else json_quote("t0"."title") end else '"' || joinery_base64("t0"."title")
    || '"' end, ?, case typeof("t0"."artist_id") when 'integer' then "t0"."artist_id" when 'null' then 'null' when
    'text' then json_quote("t0"."artist_id") when 'real' then case "t0"."artist_id" when 9e999 then '"Infinity"'
    when -9e999 then '"-Infinity"' else json_quote("t0"."artist_id") end else '"' || joinery_base64("t0"."artist_id")
    || '"' end, ?, case typeof("t0"."producer_id") when 'integer' then "t0"."producer_id" when 'null' then 'null'
    when 'text' then json_quote("t0"."producer_id") when 'real' then case "t0"."producer_id" when 9e999 then '"Infinity"'
    when -9e999 then '"-Infinity"' else json_quote("t0"."producer_id") end else '"' || joinery_base64("t0"."producer_id")
    || '"' end, ?, case typeof("t0"."released") when 'text' then json_quote("t0"."released") when 'null' then 'null'
    when 'integer' then "t0"."released" when 'real' then case "t0"."released" when 9e999 then '"Infinity"' when
    -9e999 then '"-Infinity"' else json_quote("t0"."released") end else '"' || joinery_base64("t0"."released") ||
    '"' end, ?, case typeof("t0"."price") when 'real' then case "t0"."price" when 9e999 then '"Infinity"' when -9e999
    then '"-Infinity"' else json_quote("t0"."price") end when 'integer' then "t0"."price" when 'null' then 'null'
    when 'text' then json_quote("t0"."price") else '"' || joinery_base64("t0"."price") || '"' end, ?, case typeof("t0"."sold")
    when 'integer' then case "t0"."sold" when 0 then 'false' when 1 then 'true' else "t0"."sold" end when 'null'
    then 'null' when 'text' then json_quote("t0"."sold") when 'real' then case "t0"."sold" when 9e999 then '"Infinity"'
    when -9e999 then '"-Infinity"' else json_quote("t0"."sold") end else '"' || joinery_base64("t0"."sold") || '"'
    end, ?, case typeof("t0"."code") when 'text' then json_quote("t0"."code") when 'null' then 'null' when 'integer'
    then "t0"."code" when 'real' then case "t0"."code" when 9e999 then '"Infinity"' when -9e999 then '"-Infinity"'
    else json_quote("t0"."code") end else '"' || joinery_base64("t0"."code") || '"' end, ?, "t0"."id", ?, ?, iif(typeof("t0"."artist_id")
    = 'integer', "t0"."artist_id", joinery_url("t0"."artist_id")), ?, case when "t0"."producer_id" is null then
    '' else concat(?, iif(typeof("t0"."producer_id") = 'integer', "t0"."producer_id", joinery_url("t0"."producer_id")),
    ?) end, ?) as "line"
from "main"."album" as "t0"
where ("t0"."code" = ?)
limit 2 + 0
-- with "{\"id\":", ",\"title\":", ",\"artist_id\":", ",\"producer_id\":", ",\"released\":", ",\"price\":", ",\"sold\":", ",\"code\":", ",\"__url__\":\"http://localhost/api/database/tables/album/recs/[", "]\",\"__links__\":{", "\"ForeignKey('artist.id')\":\"http://localhost/api/database/tables/artist/recs/[", "]\"", ",\"ForeignKey('artist.id') producer_id\":\"http://localhost/api/database/tables/artist/recs/[", "]\"", "}}", "x"
-- reads album
-- by key: ["x"]

-- three of them
select concat(?, ifnull("t0"."id", 'null'), ?, case typeof("t0"."title") when 'text' then json_quote("t0"."title")
    when 'null' then 'null' when 'integer' then "t0"."title" when 'real' then case "t0"."title" when 9e999 then
    '"Infinity"' when -9e999 then '"-Infinity"' else json_quote("t0"."title") end else '"' || joinery_base64("t0"."title")
    || '"' end, ?, case typeof("t0"."artist_id") when 'integer' then "t0"."artist_id" when 'null' then 'null' when
    'text' then json_quote("t0"."artist_id") when 'real' then case "t0"."artist_id" when 9e999 then '"Infinity"'
    when -9e999 then '"-Infinity"' else json_quote("t0"."artist_id") end else '"' || joinery_base64("t0"."artist_id")
    || '"' end, ?, case typeof("t0"."producer_id") when 'integer' then "t0"."producer_id" when 'null' then 'null'
    when 'text' then json_quote("t0"."producer_id") when 'real' then case "t0"."producer_id" when 9e999 then '"Infinity"'
    when -9e999 then '"-Infinity"' else json_quote("t0"."producer_id") end else '"' || joinery_base64("t0"."producer_id")
    || '"' end, ?, case typeof("t0"."released") when 'text' then json_quote("t0"."released") when 'null' then 'null'
    when 'integer' then "t0"."released" when 'real' then case "t0"."released" when 9e999 then '"Infinity"' when
    -9e999 then '"-Infinity"' else json_quote("t0"."released") end else '"' || joinery_base64("t0"."released") ||
    '"' end, ?, case typeof("t0"."price") when 'real' then case "t0"."price" when 9e999 then '"Infinity"' when -9e999
    then '"-Infinity"' else json_quote("t0"."price") end when 'integer' then "t0"."price" when 'null' then 'null'
    when 'text' then json_quote("t0"."price") else '"' || joinery_base64("t0"."price") || '"' end, ?, case typeof("t0"."sold")
    when 'integer' then case "t0"."sold" when 0 then 'false' when 1 then 'true' else "t0"."sold" end when 'null'
    then 'null' when 'text' then json_quote("t0"."sold") when 'real' then case "t0"."sold" when 9e999 then '"Infinity"'
    when -9e999 then '"-Infinity"' else json_quote("t0"."sold") end else '"' || joinery_base64("t0"."sold") || '"'
    end, ?, case typeof("t0"."code") when 'text' then json_quote("t0"."code") when 'null' then 'null' when 'integer'
    then "t0"."code" when 'real' then case "t0"."code" when 9e999 then '"Infinity"' when -9e999 then '"-Infinity"'
    else json_quote("t0"."code") end else '"' || joinery_base64("t0"."code") || '"' end, ?, "t0"."id", ?, ?, iif(typeof("t0"."artist_id")
    = 'integer', "t0"."artist_id", joinery_url("t0"."artist_id")), ?, case when "t0"."producer_id" is null then
    '' else concat(?, iif(typeof("t0"."producer_id") = 'integer', "t0"."producer_id", joinery_url("t0"."producer_id")),
    ?) end, ?) as "line", case when "t0"."code" = ? then '0' when "t0"."code" = ? then '1' when "t0"."code" = ?
    then '2' when "t0"."code" = ? then '3' end as "n"
from "main"."album" as "t0"
where ("t0"."code" = ?) or ("t0"."code" = ?) or ("t0"."code" = ?) or ("t0"."code" = ?)
-- with "{\"id\":", ",\"title\":", ",\"artist_id\":", ",\"producer_id\":", ",\"released\":", ",\"price\":", ",\"sold\":", ",\"code\":", ",\"__url__\":\"http://localhost/api/database/tables/album/recs/[", "]\",\"__links__\":{", "\"ForeignKey('artist.id')\":\"http://localhost/api/database/tables/artist/recs/[", "]\"", ",\"ForeignKey('artist.id') producer_id\":\"http://localhost/api/database/tables/artist/recs/[", "]\"", "}}", "x", "x", "x", "x", "x", "x", "x", "x"
-- reads album
