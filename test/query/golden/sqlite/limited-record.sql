-- record
select concat('{"id":', ifnull("t0"."id", 'null'), ',"album_id":', iif(+"t0"."album_id" >= 9e999 or +"t0"."album_id"
    <= -9e999, json_quote(case typeof("t0"."album_id") when 'blob' then joinery_base64("t0"."album_id") when 'real'
    then iif("t0"."album_id" > 0, 'Infinity', '-Infinity') else "t0"."album_id" end), ifnull("t0"."album_id", 'null')),
    ',"name":', json_quote(iif(+"t0"."name" >= x'', joinery_base64("t0"."name"), "t0"."name")), ',"length":', iif(+"t0"."length"
    >= 9e999 or +"t0"."length" <= -9e999, json_quote(case typeof("t0"."length") when 'blob' then joinery_base64("t0"."length")
    when 'real' then iif("t0"."length" > 0, 'Infinity', '-Infinity') else "t0"."length" end), ifnull("t0"."length",
    'null')), ',"added":', json_quote(iif(+"t0"."added" >= x'' or +"t0"."added" = 9e999 or +"t0"."added" = -9e999,
    case typeof("t0"."added") when 'blob' then joinery_base64("t0"."added") when 'real' then iif("t0"."added" >
    0, 'Infinity', '-Infinity') else "t0"."added" end, "t0"."added")), ',"cover":', json_quote(iif(+"t0"."cover"
    >= x'' or +"t0"."cover" = 9e999 or +"t0"."cover" = -9e999, case typeof("t0"."cover") when 'blob' then joinery_base64("t0"."cover")
    when 'real' then iif("t0"."cover" > 0, 'Infinity', '-Infinity') else "t0"."cover" end, "t0"."cover")), ',"__url__":"http://localhost/api/database/tables/track/recs/[',
    "t0"."id", ']","__links__":{', substr(concat(case when exists (
  select 1
  from (
    select "t0"."id", "t0"."title", "t0"."artist_id", "t0"."producer_id", "t0"."released", "t0"."price", "t0"."sold",
        (
      select "t0"."code"
      where (("t0"."sold" = ?))
    ) as "code"
    from "main"."album" as "t0"
    where (("t0"."artist_id" = ?) or ("t0"."sold" = ?))
  ) as "t1"
  where (((ifnull("t1"."id", 0)) * 1) % 251 <> 0 or joinery_tick()) and "t1"."id" = "t0"."album_id"
) then concat(',"ForeignKey(''album.id'')":"http://localhost/api/database/tables/album/recs/[', iif(typeof("t0"."album_id")
    = 'integer', "t0"."album_id", joinery_url("t0"."album_id")), ']"') else '' end), 2), '}}') as "line"
from "main"."track" as "t0"
where (("t0"."length" > ?)) and ("t0"."id" = ?)
limit 2 + 0
-- with 0, 3, 0, 60, "7"
-- reads track, album
-- by key: ["7"]

-- three of them
select concat('{"id":', ifnull("t0"."id", 'null'), ',"album_id":', iif(+"t0"."album_id" >= 9e999 or +"t0"."album_id"
    <= -9e999, json_quote(case typeof("t0"."album_id") when 'blob' then joinery_base64("t0"."album_id") when 'real'
    then iif("t0"."album_id" > 0, 'Infinity', '-Infinity') else "t0"."album_id" end), ifnull("t0"."album_id", 'null')),
    ',"name":', json_quote(iif(+"t0"."name" >= x'', joinery_base64("t0"."name"), "t0"."name")), ',"length":', iif(+"t0"."length"
    >= 9e999 or +"t0"."length" <= -9e999, json_quote(case typeof("t0"."length") when 'blob' then joinery_base64("t0"."length")
    when 'real' then iif("t0"."length" > 0, 'Infinity', '-Infinity') else "t0"."length" end), ifnull("t0"."length",
    'null')), ',"added":', json_quote(iif(+"t0"."added" >= x'' or +"t0"."added" = 9e999 or +"t0"."added" = -9e999,
    case typeof("t0"."added") when 'blob' then joinery_base64("t0"."added") when 'real' then iif("t0"."added" >
    0, 'Infinity', '-Infinity') else "t0"."added" end, "t0"."added")), ',"cover":', json_quote(iif(+"t0"."cover"
    >= x'' or +"t0"."cover" = 9e999 or +"t0"."cover" = -9e999, case typeof("t0"."cover") when 'blob' then joinery_base64("t0"."cover")
    when 'real' then iif("t0"."cover" > 0, 'Infinity', '-Infinity') else "t0"."cover" end, "t0"."cover")), ',"__url__":"http://localhost/api/database/tables/track/recs/[',
    "t0"."id", ']","__links__":{', substr(concat(case when exists (
  select 1
  from (
    select "t0"."id", "t0"."title", "t0"."artist_id", "t0"."producer_id", "t0"."released", "t0"."price", "t0"."sold",
        (
      select "t0"."code"
      where (("t0"."sold" = ?))
    ) as "code"
    from "main"."album" as "t0"
    where (("t0"."artist_id" = ?) or ("t0"."sold" = ?))
  ) as "t1"
  where (((ifnull("t1"."id", 0)) * 1) % 251 <> 0 or joinery_tick()) and "t1"."id" = "t0"."album_id"
) then concat(',"ForeignKey(''album.id'')":"http://localhost/api/database/tables/album/recs/[', iif(typeof("t0"."album_id")
    = 'integer', "t0"."album_id", joinery_url("t0"."album_id")), ']"') else '' end), 2), '}}') as "line", case when
    "t0"."id" = ? then '0' when "t0"."id" = ? then '1' when "t0"."id" = ? then '2' when "t0"."id" = ? then '3' end
    as "n"
from "main"."track" as "t0"
where "t0"."id" in (?, ?, ?, ?) and (("t0"."length" > ?))
-- with 0, 3, 0, "7", "7", "7", "7", "7", "7", "7", "7", 60
-- reads album, track
