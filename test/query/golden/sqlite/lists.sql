-- page
select concat(concat(?, ifnull("t0"."id", 'null'), ?, case typeof("t0"."title") when 'text' then json_quote("t0"."title")
    when 'null' then 'null' when 'integer' then "t0"."title" when 'real' then case "t0"."title" when 9e999 then
    '"Infinity"' when -9e999 then '"-Infinity"' else json_quote("t0"."title") end else '"' || joinery_base64("t0"."title")
    || '"' end, ?, case typeof("t0"."released") when 'text' then json_quote("t0"."released") when 'null' then 'null'
    when 'integer' then "t0"."released" when 'real' then case "t0"."released" when 9e999 then '"Infinity"' when
    -9e999 then '"-Infinity"' else json_quote("t0"."released") end else '"' || joinery_base64("t0"."released") ||
    '"' end, ?), ?, concat(?, case typeof("t0"."id") when 'null' then 'null' when 'text' then case when octet_length("t0"."id")
    = length("t0"."id") and "t0"."id" not glob '*[^ -~]*' then json_quote('S' || "t0"."id") else '"T' || hex("t0"."id")
    || '"' end else json_quote(quote("t0"."id")) end, ?)) as "line"
from "main"."album" as "t0"
where ("t0"."id" in (?, ?, ?, ?)) and (not ("t0"."title" in (?, ?))) and (joinery_moment("t0"."released") in (?))
    and (((1 = 0) or ("t0"."released" is null)))
order by "t0"."id"
limit ? + 0
-- with "[", ",", ",", "]", "\n", "[", "]", 1, 2, 3, 3, "x", "y", "2020-01-01", 100
-- reads album

-- totals
select cast(count(*) as text)
from "main"."album" as "t0"
where ("t0"."id" in (?, ?, ?, ?)) and (not ("t0"."title" in (?, ?))) and (joinery_moment("t0"."released") in (?))
    and (((1 = 0) or ("t0"."released" is null)))
-- with 1, 2, 3, 3, "x", "y", "2020-01-01"
-- reads album
