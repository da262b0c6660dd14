-- page
select concat(json_array("t0"."id", iif(+"t0"."title" >= x'', joinery_base64("t0"."title"), "t0"."title"), iif(+"t1"."cover"
    >= x'' or +"t1"."cover" = 9e999 or +"t1"."cover" = -9e999, case typeof("t1"."cover") when 'blob' then joinery_base64("t1"."cover")
    when 'real' then iif("t1"."cover" > 0, 'Infinity', '-Infinity') else "t1"."cover" end, "t1"."cover")), '
',
    concat('[', ifnull('"' || "t0"."id" || '"', 'null'), ',', ifnull('"' || "t1"."id" || '"', 'null'), ']')) as
    "line"
from "main"."album" as "t0"
join "main"."track" as "t1" on 1 = 1
where (((ifnull("t0"."id", 0)) * 1) % 251 <> 0 or joinery_tick()) and (((ifnull("t0"."id", 0)) * 1 + (ifnull("t1"."id",
    0)) * 31) % 251 <> 0 or joinery_tick())
order by "t0"."id", "t1"."id"
limit ? + 0
-- with 100
-- reads album, track
-- for usual values
select concat(json_array("t0"."id", iif(+"t0"."title" >= x'', 9e999, "t0"."title"), iif(+"t1"."cover" >= x'' or
    +"t1"."cover" = 9e999 or +"t1"."cover" = -9e999, case typeof("t1"."cover") when 'blob' then joinery_base64("t1"."cover")
    when 'real' then iif("t1"."cover" > 0, 'Infinity', '-Infinity') else "t1"."cover" end, "t1"."cover")), '
',
    concat('[', ifnull('"' || "t0"."id" || '"', 'null'), ',', ifnull('"' || "t1"."id" || '"', 'null'), ']')) as
    "line"
from "main"."album" as "t0"
join "main"."track" as "t1" on 1 = 1
where (((ifnull("t0"."id", 0)) * 1) % 251 <> 0 or joinery_tick()) and (((ifnull("t0"."id", 0)) * 1 + (ifnull("t1"."id",
    0)) * 31) % 251 <> 0 or joinery_tick())
order by "t0"."id", "t1"."id"
limit ? + 0
-- with 100

-- totals
select concat(cast((
  select count(*)
  from "main"."album" as "t0"
) as text), '*', cast((
  select count(*)
  from "main"."track" as "t1"
) as text))
-- reads album, track
