-- page
select concat(concat(?, ifnull("t0"."id", 'null'), ?, case typeof("t0"."title") when 'text' then json_quote("t0"."title")
    when 'null' then 'null' when 'integer' then "t0"."title" when 'real' then case "t0"."title" when 9e999 then
    '"Infinity"' when -9e999 then '"-Infinity"' else json_quote("t0"."title") end else '"' || joinery_base64("t0"."title")
    || '"' end, ?, case typeof("t0"."released") when 'text' then json_quote("t0"."released") when 'null' then 'null'
    when 'integer' then "t0"."released" when 'real' then case "t0"."released" when 9e999 then '"Infinity"' when
    -9e999 then '"-Infinity"' else json_quote("t0"."released") end else '"' || joinery_base64("t0"."released") ||
    '"' end, ?, case typeof("t0"."price") when 'real' then case "t0"."price" when 9e999 then '"Infinity"' when -9e999
    then '"-Infinity"' else json_quote("t0"."price") end when 'integer' then "t0"."price" when 'null' then 'null'
    when 'text' then json_quote("t0"."price") else '"' || joinery_base64("t0"."price") || '"' end, ?, case typeof("t0"."sold")
    when 'integer' then case "t0"."sold" when 0 then 'false' when 1 then 'true' else "t0"."sold" end when 'null'
    then 'null' when 'text' then json_quote("t0"."sold") when 'real' then case "t0"."sold" when 9e999 then '"Infinity"'
    when -9e999 then '"-Infinity"' else json_quote("t0"."sold") end else '"' || joinery_base64("t0"."sold") || '"'
    end, ?), ?, concat(?, case typeof("t0"."id") when 'null' then 'null' when 'text' then case when octet_length("t0"."id")
    = length("t0"."id") and "t0"."id" not glob '*[^ -~]*' then json_quote('S' || "t0"."id") else '"T' || hex("t0"."id")
    || '"' end else json_quote(quote("t0"."id")) end, ?)) as "line"
from "main"."album" as "t0"
where ("t0"."price" > ?) and (((("t0"."released" >= ? and ("t0"."released" >= ? or joinery_moment("t0"."released")
    >= ?))) and (("t0"."released" < ? and ("t0"."released" < ? or joinery_moment("t0"."released") <= ?))))) and
    ("t0"."sold" = ?) and (not ("t0"."title" = ?)) and (not ((joinery_fold("t0"."title") = ? collate binary) or
    ("t0"."price" is null))) and ("t0"."id" < "t0"."price")
order by "t0"."id"
limit ? + 0
-- with "[", ",", ",", ",", ",", "]", "\n", "[", "]", 9.5, "2019-12-31", "2020-01-03", "2020-01-01", "2021-01-02", "2020-12-30", "2020-12-31", 1, "x", "y", 100
-- reads album

-- totals
select cast(count(*) as text)
from "main"."album" as "t0"
where ("t0"."price" > ?) and (((("t0"."released" >= ? and ("t0"."released" >= ? or joinery_moment("t0"."released")
    >= ?))) and (("t0"."released" < ? and ("t0"."released" < ? or joinery_moment("t0"."released") <= ?))))) and
    ("t0"."sold" = ?) and (not ("t0"."title" = ?)) and (not ((joinery_fold("t0"."title") = ? collate binary) or
    ("t0"."price" is null))) and ("t0"."id" < "t0"."price")
-- with 9.5, "2019-12-31", "2020-01-03", "2020-01-01", "2021-01-02", "2020-12-30", "2020-12-31", 1, "x", "y"
-- reads album
