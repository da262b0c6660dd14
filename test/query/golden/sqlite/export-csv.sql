-- rows
select concat_ws(',', coalesce(case typeof("t0"."id") when 'text' then "t0"."id" when 'integer' then cast("t0"."id"
    as text) when 'real' then case "t0"."id" when 9e999 then 'Infinity' when -9e999 then '-Infinity' else json_quote("t0"."id")
    end when 'blob' then joinery_base64("t0"."id") end, ''), case when "t0"."title" is null then '' when "t0"."title"
    = '' collate binary then '""' when instr("t0"."title", ',') or instr("t0"."title", '"') or instr("t0"."title",
    '') or instr("t0"."title", '
') then '"' || replace("t0"."title", '"', '""') || '"' else "t0"."title" end,
    case when "t1"."name" is null then '' when "t1"."name" = '' collate binary then '""' when instr("t1"."name",
    ',') or instr("t1"."name", '"') or instr("t1"."name", '') or instr("t1"."name", '
') then '"' || replace("t1"."name",
    '"', '""') || '"' else "t1"."name" end) as "line"
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
select concat_ws(',', coalesce(case typeof("t0"."id") when 'text' then "t0"."id" when 'integer' then cast("t0"."id"
    as text) when 'real' then case "t0"."id" when 9e999 then 'Infinity' when -9e999 then '-Infinity' else json_quote("t0"."id")
    end when 'blob' then joinery_base64("t0"."id") end, ''), case when "t0"."title" is null then '' when "t0"."title"
    = '' collate binary then '""' else "t0"."title" end, case when "t1"."name" is null then '' when "t1"."name"
    = '' collate binary then '""' else "t1"."name" end) as "line"
from "main"."album" as "t0"
left join "main"."artist" as "t1" on "t1"."id" = "t0"."artist_id"
-- later, all rows: texts
-- as above
-- later: keys
select "t0"."id"
from "main"."album" as "t0"
left join "main"."artist" as "t1" on "t1"."id" = "t0"."artist_id"
-- later: without quotes
select concat_ws(',', coalesce(case typeof("t0"."id") when 'text' then "t0"."id" when 'integer' then cast("t0"."id"
    as text) when 'real' then case "t0"."id" when 9e999 then 'Infinity' when -9e999 then '-Infinity' else json_quote("t0"."id")
    end when 'blob' then joinery_base64("t0"."id") end, ''), case when "t0"."title" is null then '' when "t0"."title"
    = '' collate binary then '""' else "t0"."title" end, case when "t1"."name" is null then '' when "t1"."name"
    = '' collate binary then '""' else "t1"."name" end) as "line"
from "main"."album" as "t0"
left join "main"."artist" as "t1" on "t1"."id" = "t0"."artist_id"
