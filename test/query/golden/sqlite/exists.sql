-- page
select format(?, format(?, ifnull("t0"."id", 'null'), case typeof("t0"."title") when 'text' then json_quote("t0"."title")
    when 'null' then 'null' when 'integer' then "t0"."title" when 'real' then case "t0"."title" when 9e999 then
    '"Infinity"' when -9e999 then '"-Infinity"' else json_quote("t0"."title") end else '"' || joinery_base64("t0"."title")
    || '"' end), format(?, case typeof("t0"."id") when 'null' then 'null' when 'text' then case when octet_length("t0"."id")
    = length("t0"."id") and "t0"."id" not glob '*[^ -~]*' then json_quote('S' || "t0"."id") else '"T' || hex("t0"."id")
    || '"' end else json_quote(quote("t0"."id")) end)) as "line"
from "main"."album" as "t0"
where (exists (
  select 1
  from "main"."track" as "t1"
  where (((ifnull("t1"."id", 0)) * 1) % 251 <> 0 or joinery_tick()) and ("t1"."name" like ? escape ?) and "t1"."album_id"
      = "t0"."id"
)) and (not (exists (
  select 1
  from "main"."artist" as "t2"
  where (((ifnull("t2"."id", 0)) * 1) % 251 <> 0 or joinery_tick()) and "t2"."id" = "t0"."producer_id"
)))
order by "t0"."id"
limit ? + 0
-- with "%s\n%s", "[%s,%s]", "[%s]", "%love%", "!", 100
-- reads album, track, artist

-- totals
select format(?, cast(count(*) as text))
from "main"."album" as "t0"
where (exists (
  select 1
  from "main"."track" as "t1"
  where (((ifnull("t1"."id", 0)) * 1) % 251 <> 0 or joinery_tick()) and ("t1"."name" like ? escape ?) and "t1"."album_id"
      = "t0"."id"
)) and (not (exists (
  select 1
  from "main"."artist" as "t2"
  where (((ifnull("t2"."id", 0)) * 1) % 251 <> 0 or joinery_tick()) and "t2"."id" = "t0"."producer_id"
)))
-- with "%s", "%love%", "!"
-- reads album, track, artist
