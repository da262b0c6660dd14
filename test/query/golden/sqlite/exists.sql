-- page
select concat(json_array("t0"."id", iif(+"t0"."title" >= x'', joinery_base64("t0"."title"), "t0"."title")), '
',
    concat('[', ifnull('"' || "t0"."id" || '"', 'null'), ']')) as "line"
from "main"."album" as "t0"
where (exists (
  select 1
  from "main"."track" as "t1"
  where (((ifnull("t1"."id", 0)) * 1) % 251 <> 0 or joinery_tick()) and (case when joinery_usual('track', 'name')
      or not +"t1"."name" >= x'' and (octet_length("t1"."name") = length("t1"."name") or not (instr("t1"."name",
      char(0)))) then "t1"."name" like ? else joinery_match(joinery_fold(iif(+"t1"."name" >= x'', joinery_base64("t1"."name"),
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
-- for usual values
select concat(json_array("t0"."id", iif(+"t0"."title" >= x'', 9e999, "t0"."title")), '
', concat('[', ifnull('"'
    || "t0"."id" || '"', 'null'), ']')) as "line"
from "main"."album" as "t0"
where (exists (
  select 1
  from "main"."track" as "t1"
  where (((ifnull("t1"."id", 0)) * 1) % 251 <> 0 or joinery_tick()) and (case when joinery_usual('track', 'name')
      or not +"t1"."name" >= x'' and (octet_length("t1"."name") = length("t1"."name") or not (instr("t1"."name",
      char(0)))) then "t1"."name" like ? else joinery_match(joinery_fold(iif(+"t1"."name" >= x'', joinery_base64("t1"."name"),
      "t1"."name")), ?) end) and "t1"."album_id" = "t0"."id"
)) and (not (exists (
  select 1
  from "main"."artist" as "t2"
  where (((ifnull("t2"."id", 0)) * 1) % 251 <> 0 or joinery_tick()) and "t2"."id" = "t0"."producer_id"
)))
order by "t0"."id"
limit ? + 0
-- with "%love%", "%love%", 100

-- totals
select cast(count(*) as text)
from "main"."album" as "t0"
where (exists (
  select 1
  from "main"."track" as "t1"
  where (((ifnull("t1"."id", 0)) * 1) % 251 <> 0 or joinery_tick()) and (case when joinery_usual('track', 'name')
      or not +"t1"."name" >= x'' and (octet_length("t1"."name") = length("t1"."name") or not (instr("t1"."name",
      char(0)))) then "t1"."name" like ? else joinery_match(joinery_fold(iif(+"t1"."name" >= x'', joinery_base64("t1"."name"),
      "t1"."name")), ?) end) and "t1"."album_id" = "t0"."id"
)) and (not (exists (
  select 1
  from "main"."artist" as "t2"
  where (((ifnull("t2"."id", 0)) * 1) % 251 <> 0 or joinery_tick()) and "t2"."id" = "t0"."producer_id"
)))
-- with "%love%", "%love%"
-- reads album, track, artist
