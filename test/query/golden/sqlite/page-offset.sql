-- page
select concat(concat(?, ifnull("t0"."id", 'null'), ?, case typeof("t0"."title") when 'text' then json_quote("t0"."title")
    when 'null' then 'null' when 'integer' then "t0"."title" when 'real' then case "t0"."title" when 9e999 then
    '"Infinity"' when -9e999 then '"-Infinity"' else json_quote("t0"."title") end else '"' || joinery_base64("t0"."title")
    || '"' end, ?), ?, concat(?, case typeof("t0"."id") when 'null' then 'null' when 'text' then case when octet_length("t0"."id")
    = length("t0"."id") and "t0"."id" not glob '*[^ -~]*' then json_quote('S' || "t0"."id") else '"T' || hex("t0"."id")
    || '"' end else json_quote(quote("t0"."id")) end, ?)) as "line"
from "main"."album" as "t0"
order by "t0"."id"
limit ? + 0 offset ? + 0
-- with "[", ",", "]", "\n", "[", "]", 10, 30
-- reads album

-- totals
select cast(count(*) as text)
from "main"."album" as "t0"
-- reads album
