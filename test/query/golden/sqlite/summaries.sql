-- page
select concat(concat(?, ifnull("t0"."id", 'null'), ?, case typeof("t0"."title") when 'text' then json_quote("t0"."title")
    when 'null' then 'null' when 'integer' then "t0"."title" when 'real' then case "t0"."title" when 9e999 then
    '"Infinity"' when -9e999 then '"-Infinity"' else json_quote("t0"."title") end else '"' || joinery_base64("t0"."title")
    || '"' end, ?, case typeof("t0"."price") when 'real' then case "t0"."price" when 9e999 then '"Infinity"' when
    -9e999 then '"-Infinity"' else json_quote("t0"."price") end when 'integer' then "t0"."price" when 'null' then
    'null' when 'text' then json_quote("t0"."price") else '"' || joinery_base64("t0"."price") || '"' end, ?), ?,
    concat(?, case typeof("t0"."id") when 'null' then 'null' when 'text' then case when octet_length("t0"."id")
    = length("t0"."id") and "t0"."id" not glob '*[^ -~]*' then json_quote('S' || "t0"."id") else '"T' || hex("t0"."id")
    || '"' end else json_quote(quote("t0"."id")) end, ?)) as "line"
from "main"."album" as "t0"
order by "t0"."id"
limit ? + 0
-- with "[", ",", ",", "]", "\n", "[", "]", 100
-- reads album

-- totals
select concat(cast(count(*) as text), ?, ifnull(joinery_unit_sum(2, count("t0"."price"), total(round(("t0"."price")
    * 1e2)), min("t0"."price" = round(("t0"."price") * 1e2) / 1e2), total("t0"."price")), 'null'), ?, ifnull(joinery_unit_avg(2,
    count("t0"."price"), total(round(("t0"."price") * 1e2)), min("t0"."price" = round(("t0"."price") * 1e2) / 1e2),
    total("t0"."price")), 'null'), ?, case typeof(min("t0"."price")) when 'real' then case min("t0"."price") when
    9e999 then '"Infinity"' when -9e999 then '"-Infinity"' else json_quote(min("t0"."price")) end when 'integer'
    then min("t0"."price") when 'null' then 'null' when 'text' then json_quote(min("t0"."price")) else '"' || joinery_base64(min("t0"."price"))
    || '"' end, ?, case typeof(max("t0"."price")) when 'real' then case max("t0"."price") when 9e999 then '"Infinity"'
    when -9e999 then '"-Infinity"' else json_quote(max("t0"."price")) end when 'integer' then max("t0"."price")
    when 'null' then 'null' when 'text' then json_quote(max("t0"."price")) else '"' || joinery_base64(max("t0"."price"))
    || '"' end, ?, cast(count("t0"."price") as text), ?, cast(count(distinct "t0"."price") as text))
from "main"."album" as "t0"
-- with "\n", "\n", "\n", "\n", "\n", "\n"
-- reads album
