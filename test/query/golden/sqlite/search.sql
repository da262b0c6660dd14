-- page
select concat(json_array("t0"."id", iif(+"t0"."title" >= x'', joinery_base64("t0"."title"), "t0"."title"), iif(+"t1"."name"
    >= x'', joinery_base64("t1"."name"), "t1"."name")), '
', concat('[', case typeof("t0"."title") when 'null' then
    'null' when 'text' then '"T' || hex("t0"."title") || '"' else json_quote(quote("t0"."title")) end, ',', ifnull('"'
    || "t0"."id" || '"', 'null'), ']')) as "line"
from "main"."album" as "t0"
join "main"."artist" as "t1" on "t1"."id" = "t0"."artist_id"
where (case when joinery_usual('artist', 'name') or not +"t1"."name" >= x'' and (octet_length("t1"."name") = length("t1"."name")
    or not (instr("t1"."name", char(0)))) then "t1"."name" like ? else joinery_match(joinery_fold(iif(+"t1"."name"
    >= x'', joinery_base64("t1"."name"), "t1"."name")), ?) end)
order by "t0"."title", "t0"."id"
limit ? + 0
-- with "%ab%", "%ab%", 100
-- reads album, artist
-- for usual values
select concat(json_array("t0"."id", iif(+"t0"."title" >= x'', 9e999, "t0"."title"), iif(+"t1"."name" >= x'', 9e999,
    "t1"."name")), '
', concat('[', case typeof("t0"."title") when 'null' then 'null' when 'text' then '"T' || hex("t0"."title")
    || '"' else json_quote(quote("t0"."title")) end, ',', ifnull('"' || "t0"."id" || '"', 'null'), ']')) as "line"
from "main"."album" as "t0"
join "main"."artist" as "t1" on "t1"."id" = "t0"."artist_id"
where (case when joinery_usual('artist', 'name') or not +"t1"."name" >= x'' and (octet_length("t1"."name") = length("t1"."name")
    or not (instr("t1"."name", char(0)))) then "t1"."name" like ? else joinery_match(joinery_fold(iif(+"t1"."name"
    >= x'', joinery_base64("t1"."name"), "t1"."name")), ?) end)
order by "t0"."title", "t0"."id"
limit ? + 0
-- with "%ab%", "%ab%", 100

-- totals
select cast(count(*) as text)
from "main"."album" as "t0"
join "main"."artist" as "t1" on "t1"."id" = "t0"."artist_id"
where (case when joinery_usual('artist', 'name') or not +"t1"."name" >= x'' and (octet_length("t1"."name") = length("t1"."name")
    or not (instr("t1"."name", char(0)))) then "t1"."name" like ? else joinery_match(joinery_fold(iif(+"t1"."name"
    >= x'', joinery_base64("t1"."name"), "t1"."name")), ?) end)
-- with "%ab%", "%ab%"
-- reads album, artist
