-- page
select concat(json_array("t0"."id", iif(+"t0"."title" >= x'', joinery_base64("t0"."title"), "t0"."title")), '
',
    concat('[', case typeof("t0"."id") when 'null' then 'null' when 'text' then case when octet_length("t0"."id")
    = length("t0"."id") and "t0"."id" not glob '*[^ -~]*' then json_quote('S' || "t0"."id") else '"T' || hex("t0"."id")
    || '"' end else json_quote(quote("t0"."id")) end, ']')) as "line"
from "main"."album" as "t0"
where (exists (
  select 1
  from "main"."track" as "t1"
  where (((ifnull("t1"."id", 0)) * 1) % 251 <> 0 or joinery_tick()) and (case when joinery_usual('track', 'name')
      or not +"t1"."name" >= x'' and (octet_length("t1"."name") = length("t1"."name") or not (instr("t1"."name",
      char(0)))) then "t1"."name" like ? escape '!' else joinery_match(joinery_fold(iif(+"t1"."name" >= x'', joinery_base64("t1"."name"),
      "t1"."name")), ?) end) and "t1"."album_id" = "t0"."id"
)) and (not (exists (
  select 1
  from "main"."artist" as "t2"
  where (((ifnull("t2"."id", 0)) * 1) % 251 <> 0 or joinery_tick()) and "t2"."id" = "t0"."producer_id"
)))
order by "t0"."id"
limit ? + 0
-- with "%love%", "%love%", 100
-- reads album, track, artist

-- totals
select cast(count(*) as text)
from "main"."album" as "t0"
where (exists (
  select 1
  from "main"."track" as "t1"
  where (((ifnull("t1"."id", 0)) * 1) % 251 <> 0 or joinery_tick()) and (case when joinery_usual('track', 'name')
      or not +"t1"."name" >= x'' and (octet_length("t1"."name") = length("t1"."name") or not (instr("t1"."name",
      char(0)))) then "t1"."name" like ? escape '!' else joinery_match(joinery_fold(iif(+"t1"."name" >= x'', joinery_base64("t1"."name"),
      "t1"."name")), ?) end) and "t1"."album_id" = "t0"."id"
)) and (not (exists (
  select 1
  from "main"."artist" as "t2"
  where (((ifnull("t2"."id", 0)) * 1) % 251 <> 0 or joinery_tick()) and "t2"."id" = "t0"."producer_id"
)))
-- with "%love%", "%love%"
-- reads album, track, artist
