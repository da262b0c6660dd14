-- page
select (('[' || coalesce(("t0"."id" | 0)::text, 'null') || ',' || coalesce(to_json("t0"."title")::text, 'null')
    || ']') || '
' || ('[' || coalesce('"' || ("t0"."id" | 0)::text || '"', 'null') || ']')) as "line"
from "public"."album" as "t0"
where (exists (
  select 1
  from "public"."track" as "t1"
  where ("t1"."name"::text collate "C" ilike $1 escape '!') and "t1"."album_id" = "t0"."id"
)) and (not (exists (
  select 1
  from "public"."artist" as "t2"
  where "t2"."id" = "t0"."producer_id"
)))
order by "t0"."id"
limit 100
-- with "%love%"
-- reads album, track, artist

-- totals
select (count(*))::text
from "public"."album" as "t0"
where (exists (
  select 1
  from "public"."track" as "t1"
  where ("t1"."name"::text collate "C" ilike $1 escape '!') and "t1"."album_id" = "t0"."id"
)) and (not (exists (
  select 1
  from "public"."artist" as "t2"
  where "t2"."id" = "t0"."producer_id"
)))
-- with "%love%"
-- reads album, track, artist
