-- page
select concat(concat(?, ifnull("t0"."id", 'null'), ?, case typeof("t0"."title") when 'text' then json_quote("t0"."title")
    when 'null' then 'null' when 'integer' then "t0"."title" when 'real' then case "t0"."title" when 9e999 then
    '"Infinity"' when -9e999 then '"-Infinity"' else json_quote("t0"."title") end else '"' || joinery_base64("t0"."title")
    || '"' end, ?, case typeof("t1"."name") when 'text' then json_quote("t1"."name") when 'null' then 'null' when
    'integer' then "t1"."name" when 'real' then case "t1"."name" when 9e999 then '"Infinity"' when -9e999 then '"-Infinity"'
    else json_quote("t1"."name") end else '"' || joinery_base64("t1"."name") || '"' end, ?), ?, concat(?, case typeof("t0"."title")
    when 'null' then 'null' when 'text' then case when octet_length("t0"."title") = length("t0"."title") and "t0"."title"
    not glob '*[^ -~]*' then json_quote('S' || "t0"."title") else '"T' || hex("t0"."title") || '"' end else json_quote(quote("t0"."title"))
    end, ?, case typeof("t0"."id") when 'null' then 'null' when 'text' then case when octet_length("t0"."id") =
    length("t0"."id") and "t0"."id" not glob '*[^ -~]*' then json_quote('S' || "t0"."id") else '"T' || hex("t0"."id")
    || '"' end else json_quote(quote("t0"."id")) end, ?)) as "line"
from "main"."album" as "t0"
join "main"."artist" as "t1" on "t1"."id" = "t0"."artist_id"
where (case when octet_length("t1"."name") = length("t1"."name") or instr("t1"."name", char(0)) = 0 then "t1"."name"
    like ? escape '!' else joinery_match(joinery_fold("t1"."name"), ?) end)
order by "t0"."title", "t0"."id"
limit ? + 0
-- with "[", ",", ",", "]", "\n", "[", ",", "]", "%ab%", "%ab%", 100
-- reads album, artist

-- totals
select cast(count(*) as text)
from "main"."album" as "t0"
join "main"."artist" as "t1" on "t1"."id" = "t0"."artist_id"
where (case when octet_length("t1"."name") = length("t1"."name") or instr("t1"."name", char(0)) = 0 then "t1"."name"
    like ? escape '!' else joinery_match(joinery_fold("t1"."name"), ?) end)
-- with "%ab%", "%ab%"
-- reads album, artist
