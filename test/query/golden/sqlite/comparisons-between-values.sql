-- page
select concat(json_array("t0"."id", iif(+"t0"."title" >= x'', joinery_base64("t0"."title"), "t0"."title"), iif(+"t0"."price"
    >= 9e999 or +"t0"."price" <= -9e999, case typeof("t0"."price") when 'blob' then joinery_base64("t0"."price")
    when 'real' then iif("t0"."price" > 0, 'Infinity', '-Infinity') else "t0"."price" end, "t0"."price"), iif(+"t1"."length"
    >= 9e999 or +"t1"."length" <= -9e999, case typeof("t1"."length") when 'blob' then joinery_base64("t1"."length")
    when 'real' then iif("t1"."length" > 0, 'Infinity', '-Infinity') else "t1"."length" end, "t1"."length")), '
',
    concat('[', ifnull('"' || "t0"."id" || '"', 'null'), ',', ifnull('"' || "t1"."id" || '"', 'null'), ']')) as
    "line"
from "main"."album" as "t0"
join "main"."track" as "t1" on 1 = 1
where (((ifnull("t0"."id", 0)) * 1) % 251 <> 0 or joinery_tick()) and (((ifnull("t0"."id", 0)) * 1 + (ifnull("t1"."id",
    0)) * 31) % 251 <> 0 or joinery_tick()) and ("t0"."price" < ?) and ("t1"."length" > ?) and ("t0"."id" = ?)
order by "t0"."id", "t1"."id"
limit ? + 0
-- with 9.999, 0.1, 2.5, 100
-- reads album, track
-- for usual values
select concat(json_array("t0"."id", iif(+"t0"."title" >= x'', 9e999, "t0"."title"), iif(+"t0"."price" >= x'', 9e999,
    "t0"."price"), iif(+"t1"."length" >= x'', 9e999, "t1"."length")), '
', concat('[', ifnull('"' || "t0"."id" ||
    '"', 'null'), ',', ifnull('"' || "t1"."id" || '"', 'null'), ']')) as "line"
from "main"."album" as "t0"
join "main"."track" as "t1" on 1 = 1
where (((ifnull("t0"."id", 0)) * 1) % 251 <> 0 or joinery_tick()) and (((ifnull("t0"."id", 0)) * 1 + (ifnull("t1"."id",
    0)) * 31) % 251 <> 0 or joinery_tick()) and ("t0"."price" < ?) and ("t1"."length" > ?) and ("t0"."id" = ?)
order by "t0"."id", "t1"."id"
limit ? + 0
-- with 9.999, 0.1, 2.5, 100

-- totals
select concat(cast((
  select count(*)
  from "main"."track" as "t1"
  where ("t1"."length" > ?)
) as text), '*', cast((
  select count(*)
  from "main"."album" as "t0"
  where ("t0"."price" < ?) and ("t0"."id" = ?)
) as text))
-- with 0.1, 9.999, 2.5
-- reads track, album
