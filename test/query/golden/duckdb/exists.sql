-- page
select concat(concat('[', coalesce("t0"."id"::text, 'null'), ',', coalesce(to_json("t0"."title")::text, 'null'),
    ']'), '
', concat('[', coalesce('"' || "t0"."id"::text || '"', 'null'), ']')) as "line"
from "main"."album" as "t0"
where (exists (
  select 1
  from "main"."track" as "t1"
  where (contains(replace(lower(replace("t1"."name", 'İ', 'i')), 'ς', 'σ'), $1::text)) and "t1"."album_id" = "t0"."id"
)) and (not (exists (
  select 1
  from "main"."artist" as "t2"
  where "t2"."id" = "t0"."producer_id"
)))
order by "t0"."id"
limit 100
-- with "love"
-- reads album, track, artist

-- totals
select (count(*))::text
from "main"."album" as "t0"
where (exists (
  select 1
  from "main"."track" as "t1"
  where (contains(replace(lower(replace("t1"."name", 'İ', 'i')), 'ς', 'σ'), $1::text)) and "t1"."album_id" = "t0"."id"
)) and (not (exists (
  select 1
  from "main"."artist" as "t2"
  where "t2"."id" = "t0"."producer_id"
)))
-- with "love"
-- reads album, track, artist
