-- record
select concat('{"id":', ifnull("t0"."id", 'null'), ',"title":', json_quote(iif(+"t0"."title" >= x'', joinery_base64("t0"."title"),
    "t0"."title")), ',"artist_id":', iif(+"t0"."artist_id" >= 9e999 or +"t0"."artist_id" <= -9e999, json_quote(case
    typeof("t0"."artist_id") when 'blob' then joinery_base64("t0"."artist_id") when 'real' then iif("t0"."artist_id"
    > 0, 'Infinity', '-Infinity') else "t0"."artist_id" end), ifnull("t0"."artist_id", 'null')), ',"producer_id":',
    iif(+"t0"."producer_id" >= 9e999 or +"t0"."producer_id" <= -9e999, json_quote(case typeof("t0"."producer_id")
    when 'blob' then joinery_base64("t0"."producer_id") when 'real' then iif("t0"."producer_id" > 0, 'Infinity',
    '-Infinity') else "t0"."producer_id" end), ifnull("t0"."producer_id", 'null')), ',"released":', json_quote(iif(+"t0"."released"
    >= x'' or +"t0"."released" = 9e999 or +"t0"."released" = -9e999, case typeof("t0"."released") when 'blob' then
    joinery_base64("t0"."released") when 'real' then iif("t0"."released" > 0, 'Infinity', '-Infinity') else "t0"."released"
    end, "t0"."released")), ',"price":', iif(+"t0"."price" >= 9e999 or +"t0"."price" <= -9e999, json_quote(case
    typeof("t0"."price") when 'blob' then joinery_base64("t0"."price") when 'real' then iif("t0"."price" > 0, 'Infinity',
    '-Infinity') else "t0"."price" end), ifnull("t0"."price", 'null')), ',"sold":', case when typeof("t0"."sold")
    = 'integer' then case "t0"."sold" when 0 then 'false' when 1 then 'true' else "t0"."sold" end else iif(+"t0"."sold"
    >= 9e999 or +"t0"."sold" <= -9e999, json_quote(case typeof("t0"."sold") when 'blob' then joinery_base64("t0"."sold")
    when 'real' then iif("t0"."sold" > 0, 'Infinity', '-Infinity') else "t0"."sold" end), ifnull("t0"."sold", 'null'))
    end, ',"code":', json_quote(iif(+"t0"."code" >= x'', joinery_base64("t0"."code"), "t0"."code")), ',"__url__":"http://localhost/api/database/tables/album/recs/[',
    "t0"."id", ']","__links__":{', '"ForeignKey(''artist.id'')":"http://localhost/api/database/tables/artist/recs/[',
    iif(typeof("t0"."artist_id") = 'integer', "t0"."artist_id", joinery_url("t0"."artist_id")), ']"', case when
    "t0"."producer_id" is null then '' else concat(',"ForeignKey(''artist.id'') producer_id":"http://localhost/api/database/tables/artist/recs/[',
    iif(typeof("t0"."producer_id") = 'integer', "t0"."producer_id", joinery_url("t0"."producer_id")), ']"') end,
    '}}') as "line"
from (
  select "t0"."id", "t0"."title", "t0"."artist_id", "t0"."producer_id", "t0"."released", "t0"."price", "t0"."sold",
      (
    select "t0"."code"
    where (("t0"."sold" = ?))
  ) as "code"
  from "main"."album" as "t0"
  where (("t0"."artist_id" = ?) or ("t0"."sold" = ?))
) as "t0"
where ("t0"."id" = ?)
limit 2 + 0
-- with 0, 3, 0, "7"
-- reads album
-- by key: ["7"]

-- three of them
select concat('{"id":', ifnull("t0"."id", 'null'), ',"title":', json_quote(iif(+"t0"."title" >= x'', joinery_base64("t0"."title"),
    "t0"."title")), ',"artist_id":', iif(+"t0"."artist_id" >= 9e999 or +"t0"."artist_id" <= -9e999, json_quote(case
    typeof("t0"."artist_id") when 'blob' then joinery_base64("t0"."artist_id") when 'real' then iif("t0"."artist_id"
    > 0, 'Infinity', '-Infinity') else "t0"."artist_id" end), ifnull("t0"."artist_id", 'null')), ',"producer_id":',
    iif(+"t0"."producer_id" >= 9e999 or +"t0"."producer_id" <= -9e999, json_quote(case typeof("t0"."producer_id")
    when 'blob' then joinery_base64("t0"."producer_id") when 'real' then iif("t0"."producer_id" > 0, 'Infinity',
    '-Infinity') else "t0"."producer_id" end), ifnull("t0"."producer_id", 'null')), ',"released":', json_quote(iif(+"t0"."released"
    >= x'' or +"t0"."released" = 9e999 or +"t0"."released" = -9e999, case typeof("t0"."released") when 'blob' then
    joinery_base64("t0"."released") when 'real' then iif("t0"."released" > 0, 'Infinity', '-Infinity') else "t0"."released"
    end, "t0"."released")), ',"price":', iif(+"t0"."price" >= 9e999 or +"t0"."price" <= -9e999, json_quote(case
    typeof("t0"."price") when 'blob' then joinery_base64("t0"."price") when 'real' then iif("t0"."price" > 0, 'Infinity',
    '-Infinity') else "t0"."price" end), ifnull("t0"."price", 'null')), ',"sold":', case when typeof("t0"."sold")
    = 'integer' then case "t0"."sold" when 0 then 'false' when 1 then 'true' else "t0"."sold" end else iif(+"t0"."sold"
    >= 9e999 or +"t0"."sold" <= -9e999, json_quote(case typeof("t0"."sold") when 'blob' then joinery_base64("t0"."sold")
    when 'real' then iif("t0"."sold" > 0, 'Infinity', '-Infinity') else "t0"."sold" end), ifnull("t0"."sold", 'null'))
    end, ',"code":', json_quote(iif(+"t0"."code" >= x'', joinery_base64("t0"."code"), "t0"."code")), ',"__url__":"http://localhost/api/database/tables/album/recs/[',
    "t0"."id", ']","__links__":{', '"ForeignKey(''artist.id'')":"http://localhost/api/database/tables/artist/recs/[',
    iif(typeof("t0"."artist_id") = 'integer', "t0"."artist_id", joinery_url("t0"."artist_id")), ']"', case when
    "t0"."producer_id" is null then '' else concat(',"ForeignKey(''artist.id'') producer_id":"http://localhost/api/database/tables/artist/recs/[',
    iif(typeof("t0"."producer_id") = 'integer', "t0"."producer_id", joinery_url("t0"."producer_id")), ']"') end,
    '}}') as "line", case when "t0"."id" = ? then '0' when "t0"."id" = ? then '1' when "t0"."id" = ? then '2' when
    "t0"."id" = ? then '3' end as "n"
from (
  select "t0"."id", "t0"."title", "t0"."artist_id", "t0"."producer_id", "t0"."released", "t0"."price", "t0"."sold",
      (
    select "t0"."code"
    where (("t0"."sold" = ?))
  ) as "code"
  from "main"."album" as "t0"
  where (("t0"."artist_id" = ?) or ("t0"."sold" = ?))
) as "t0"
where "t0"."id" in (?, ?, ?, ?)
-- with "7", "7", "7", "7", 0, 3, 0, "7", "7", "7", "7"
-- reads album
