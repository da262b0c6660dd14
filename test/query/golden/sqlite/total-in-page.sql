-- of the matches
with "m" as materialized (
  select "t0"."id" as "c0", "t1"."id" as "c1", "t0"."title" as "s0", "t0"."id" as "s1"
  from "main"."album" as "t0"
  join "main"."artist" as "t1" on "t1"."id" = "t0"."artist_id"
  where (case when joinery_usual('artist', 'name') or not +"t1"."name" >= x'' and (octet_length("t1"."name") = length("t1"."name")
      or not (instr("t1"."name", char(0)))) then "t1"."name" like ? else joinery_match(joinery_fold(iif(+"t1"."name"
      >= x'', joinery_base64("t1"."name"), "t1"."name")), ?) end)
)
select concat(json_array("t0"."id", iif(+"t0"."title" >= x'', joinery_base64("t0"."title"), "t0"."title"), iif(+"t1"."name"
    >= x'', joinery_base64("t1"."name"), "t1"."name")), '
', concat('[', case typeof("p"."s0") when 'null' then
    'null' when 'text' then '"T' || hex("p"."s0") || '"' else json_quote(quote("p"."s0")) end, ',', ifnull('"' ||
    "p"."s1" || '"', 'null'), ']'), '
', cast((
  select count(*)
  from "m"
) as text)) as "line"
from (
  select *
  from "m"
  order by "m"."s0", "m"."s1"
  limit ? + 0
) as "p"
left join "main"."album" as "t0" on "t0"."id" = "p"."c0"
left join "main"."artist" as "t1" on "t1"."id" = "p"."c1"
order by "p"."s0", "p"."s1"
-- with "%ab%", "%ab%", 100
-- reads album, artist
-- for usual values
with "m" as materialized (
  select "t0"."id" as "c0", "t1"."id" as "c1", "t0"."title" as "s0", "t0"."id" as "s1"
  from "main"."album" as "t0"
  join "main"."artist" as "t1" on "t1"."id" = "t0"."artist_id"
  where (case when joinery_usual('artist', 'name') or not +"t1"."name" >= x'' and (octet_length("t1"."name") = length("t1"."name")
      or not (instr("t1"."name", char(0)))) then "t1"."name" like ? else joinery_match(joinery_fold(iif(+"t1"."name"
      >= x'', joinery_base64("t1"."name"), "t1"."name")), ?) end)
)
select concat(json_array("t0"."id", iif(+"t0"."title" >= x'', 9e999, "t0"."title"), iif(+"t1"."name" >= x'', 9e999,
    "t1"."name")), '
', concat('[', case typeof("p"."s0") when 'null' then 'null' when 'text' then '"T' || hex("p"."s0")
    || '"' else json_quote(quote("p"."s0")) end, ',', ifnull('"' || "p"."s1" || '"', 'null'), ']'), '
', cast((
  select count(*)
  from "m"
) as text)) as "line"
from (
  select *
  from "m"
  order by "m"."s0", "m"."s1"
  limit ? + 0
) as "p"
left join "main"."album" as "t0" on "t0"."id" = "p"."c0"
left join "main"."artist" as "t1" on "t1"."id" = "p"."c1"
order by "p"."s0", "p"."s1"
-- with "%ab%", "%ab%", 100

-- by an index
select concat(json_array(iif(+"t0"."name" >= x'', joinery_base64("t0"."name"), "t0"."name"), iif(+"t0"."album_id"
    >= 9e999 or +"t0"."album_id" <= -9e999, case typeof("t0"."album_id") when 'blob' then joinery_base64("t0"."album_id")
    when 'real' then iif("t0"."album_id" > 0, 'Infinity', '-Infinity') else "t0"."album_id" end, "t0"."album_id")),
    '
', concat('[', case typeof("t0"."name") when 'null' then 'null' when 'text' then '"T' || hex("t0"."name")
    || '"' else json_quote(quote("t0"."name")) end, ',', ifnull('"' || "t0"."id" || '"', 'null'), ']'), '
', (
  select cast(count(*) as text)
  from "main"."track" as "t0"
  where ("t0"."album_id" = ?)
)) as "line"
from "main"."track" as "t0"
where ("t0"."album_id" = ?)
order by "t0"."name" nulls last, "t0"."id"
limit ? + 0
-- with 7, 7, 100
-- reads track
-- for usual values
select concat(json_array(iif(+"t0"."name" >= x'', 9e999, "t0"."name"), iif(+"t0"."album_id" >= x'', 9e999, "t0"."album_id")),
    '
', concat('[', case typeof("t0"."name") when 'null' then 'null' when 'text' then '"T' || hex("t0"."name")
    || '"' else json_quote(quote("t0"."name")) end, ',', ifnull('"' || "t0"."id" || '"', 'null'), ']'), '
', (
  select cast(count(*) as text)
  from "main"."track" as "t0"
  where ("t0"."album_id" = ?)
)) as "line"
from "main"."track" as "t0"
where ("t0"."album_id" = ?)
order by "t0"."name" nulls last, "t0"."id"
limit ? + 0
-- with 7, 7, 100
