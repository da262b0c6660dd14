-- page
select concat(json_array("t0"."id", iif(+"t0"."title" >= x'', joinery_base64("t0"."title"), "t0"."title"), iif(+"t1"."name"
    >= x'', joinery_base64("t1"."name"), "t1"."name")), '
', concat('[', case typeof("t0"."id") when 'null' then
    'null' when 'text' then case when octet_length("t0"."id") = length("t0"."id") and "t0"."id" not glob '*[^ -~]*'
    then json_quote('S' || "t0"."id") else '"T' || hex("t0"."id") || '"' end else json_quote(quote("t0"."id")) end,
    ',', case typeof("t1"."id") when 'null' then 'null' when 'text' then case when octet_length("t1"."id") = length("t1"."id")
    and "t1"."id" not glob '*[^ -~]*' then json_quote('S' || "t1"."id") else '"T' || hex("t1"."id") || '"' end else
    json_quote(quote("t1"."id")) end, ']')) as "line"
from "main"."album" as "t0"
left join "main"."track" as "t1" on "t1"."album_id" = "t0"."id"
where (((ifnull("t0"."id", 0)) * 1) % 251 <> 0 or joinery_tick()) and (((ifnull("t0"."id", 0)) * 1 + (ifnull("t1"."id",
    0)) * 31) % 251 <> 0 or joinery_tick())
order by "t0"."id", "t1"."id" nulls last
limit ? + 0
-- with 100
-- reads album, track

-- totals
select cast(count(*) as text)
from "main"."album" as "t0"
left join "main"."track" as "t1" on "t1"."album_id" = "t0"."id"
where (((ifnull("t0"."id", 0)) * 1) % 251 <> 0 or joinery_tick()) and (((ifnull("t0"."id", 0)) * 1 + (ifnull("t1"."id",
    0)) * 31) % 251 <> 0 or joinery_tick())
-- reads album, track
