-- page
select concat(json_array("t0"."id", iif(+"t0"."title" >= x'', joinery_base64("t0"."title"), "t0"."title"), iif(+"t1"."name"
    >= x'', joinery_base64("t1"."name"), "t1"."name")), '
', concat('[', ifnull('"' || "t0"."id" || '"', 'null'),
    ',', ifnull('"' || "t1"."id" || '"', 'null'), ']')) as "line"
from "main"."album" as "t0"
join "main"."track" as "t1" on 1 = 1
where (((ifnull("t0"."id", 0)) * 1) % 251 <> 0 or joinery_tick()) and (((ifnull("t0"."id", 0)) * 1 + (ifnull("t1"."id",
    0)) * 31) % 251 <> 0 or joinery_tick()) and ("t0"."id" = "t1"."album_id")
order by "t0"."id", "t1"."id"
limit ? + 0
-- with 100
-- reads album, track
-- for usual values
select concat(json_array("t0"."id", iif(+"t0"."title" >= x'', 9e999, "t0"."title"), iif(+"t1"."name" >= x'', 9e999,
    "t1"."name")), '
', concat('[', ifnull('"' || "t0"."id" || '"', 'null'), ',', ifnull('"' || "t1"."id" || '"',
    'null'), ']')) as "line"
from "main"."album" as "t0"
join "main"."track" as "t1" on 1 = 1
where (((ifnull("t0"."id", 0)) * 1) % 251 <> 0 or joinery_tick()) and (((ifnull("t0"."id", 0)) * 1 + (ifnull("t1"."id",
    0)) * 31) % 251 <> 0 or joinery_tick()) and ("t0"."id" = "t1"."album_id")
order by "t0"."id", "t1"."id"
limit ? + 0
-- with 100

-- totals
select cast(count(*) as text)
from "main"."album" as "t0"
join "main"."track" as "t1" on 1 = 1
where (((ifnull("t0"."id", 0)) * 1) % 251 <> 0 or joinery_tick()) and (((ifnull("t0"."id", 0)) * 1 + (ifnull("t1"."id",
    0)) * 31) % 251 <> 0 or joinery_tick()) and ("t0"."id" = "t1"."album_id")
-- reads album, track
