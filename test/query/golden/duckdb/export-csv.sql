-- rows
select concat_ws(',', coalesce("p"."c0"::text, ''), case when "p"."c1" is null then '' when "p"."c1" = '' then '""'
    when (contains("p"."c1", ',') or contains("p"."c1", '"') or contains("p"."c1", chr(13)) or contains("p"."c1",
    chr(10))) then concat('"', replace("p"."c1", '"', '""'), '"') else "p"."c1" end, case when "p"."c2" is null
    then '' when "p"."c2" = '' then '""' when (contains("p"."c2", ',') or contains("p"."c2", '"') or contains("p"."c2",
    chr(13)) or contains("p"."c2", chr(10))) then concat('"', replace("p"."c2", '"', '""'), '"') else "p"."c2" end)
    as "line"
from (
  select "t0"."id" as "c0", "t0"."title" as "c1", "t1"."name" as "c2", "t0"."id" as "s0"
  from "main"."album" as "t0"
  left join "main"."artist" as "t1" on "t1"."id" = "t0"."artist_id"
  order by "t0"."id"
) as "p"
order by "p"."s0"
-- reads album, artist
-- in ranges: {"isFiltered":false,"value":"\"t0\".\"id\"","order":" order by \"t0\".\"id\"","descending":false,"nulls":"last","limit":null}
select concat_ws(',', coalesce("t0"."id"::text, ''), case when "t0"."title" is null then '' when "t0"."title" =
    '' then '""' when (contains("t0"."title", ',') or contains("t0"."title", '"') or contains("t0"."title", chr(13))
    or contains("t0"."title", chr(10))) then concat('"', replace("t0"."title", '"', '""'), '"') else "t0"."title"
    end, case when "t1"."name" is null then '' when "t1"."name" = '' then '""' when (contains("t1"."name", ',')
    or contains("t1"."name", '"') or contains("t1"."name", chr(13)) or contains("t1"."name", chr(10))) then concat('"',
    replace("t1"."name", '"', '""'), '"') else "t1"."name" end) as "line"
from "main"."album" as "t0"
left join "main"."artist" as "t1" on "t1"."id" = "t0"."artist_id"
-- values
select "t0"."id"
from "main"."album" as "t0"
left join "main"."artist" as "t1" on "t1"."id" = "t0"."artist_id"
