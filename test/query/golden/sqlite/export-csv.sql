-- rows
select concat_ws(',', coalesce(cast("t0"."id" as text), ''), case when +"t0"."title" > '' collate binary then case
    when +"t0"."title" >= x'' then ifnull(nullif(joinery_base64("t0"."title"), ''), '""') when instr("t0"."title",
    ',') or instr("t0"."title", '"') or instr("t0"."title", '') or instr("t0"."title", '
') then '"' || replace("t0"."title",
    '"', '""') || '"' else "t0"."title" end when +"t0"."title" = '' collate binary then '""' else ifnull("t0"."title",
    '') end, case when +"t1"."name" > '' collate binary then case when +"t1"."name" >= x'' then ifnull(nullif(joinery_base64("t1"."name"),
    ''), '""') when instr("t1"."name", ',') or instr("t1"."name", '"') or instr("t1"."name", '') or instr("t1"."name",
    '
') then '"' || replace("t1"."name", '"', '""') || '"' else "t1"."name" end when +"t1"."name" = '' collate
    binary then '""' else ifnull("t1"."name", '') end) as "line"
from "main"."album" as "t0"
left join "main"."artist" as "t1" on "t1"."id" = "t0"."artist_id"
order by "t0"."id"
-- reads album, artist
-- in slices by "t0"."id", limit null, offset 0
-- first, all rows: texts
-- as above
-- first: keys
select "t0"."id"
from "main"."album" as "t0"
left join "main"."artist" as "t1" on "t1"."id" = "t0"."artist_id"
-- first: without quotes
select concat_ws(',', coalesce(cast("t0"."id" as text), ''), case when +"t0"."title" > '' collate binary then case
    when +"t0"."title" >= x'' then ifnull(nullif(joinery_base64("t0"."title"), ''), '""') else "t0"."title" end
    when +"t0"."title" = '' collate binary then '""' else ifnull("t0"."title", '') end, case when +"t1"."name" >
    '' collate binary then case when +"t1"."name" >= x'' then ifnull(nullif(joinery_base64("t1"."name"), ''), '""')
    else "t1"."name" end when +"t1"."name" = '' collate binary then '""' else ifnull("t1"."name", '') end) as "line"
from "main"."album" as "t0"
left join "main"."artist" as "t1" on "t1"."id" = "t0"."artist_id"
-- later, all rows: texts
-- as above
-- later: keys
select "t0"."id"
from "main"."album" as "t0"
left join "main"."artist" as "t1" on "t1"."id" = "t0"."artist_id"
-- later: without quotes
select concat_ws(',', coalesce(cast("t0"."id" as text), ''), case when +"t0"."title" > '' collate binary then case
    when +"t0"."title" >= x'' then ifnull(nullif(joinery_base64("t0"."title"), ''), '""') else "t0"."title" end
    when +"t0"."title" = '' collate binary then '""' else ifnull("t0"."title", '') end, case when +"t1"."name" >
    '' collate binary then case when +"t1"."name" >= x'' then ifnull(nullif(joinery_base64("t1"."name"), ''), '""')
    else "t1"."name" end when +"t1"."name" = '' collate binary then '""' else ifnull("t1"."name", '') end) as "line"
from "main"."album" as "t0"
left join "main"."artist" as "t1" on "t1"."id" = "t0"."artist_id"
