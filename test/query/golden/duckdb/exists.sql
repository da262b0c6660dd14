-- page
select concat(concat('[', coalesce("p"."c0"::text, 'null'), ',', coalesce(to_json("p"."c1")::text, 'null'), ']'),
    '
', concat('[', coalesce('"' || "p"."s0"::text || '"', 'null'), ']')) as "line"
from (
  select "t0"."id" as "c0", "t0"."title" as "c1", "t0"."id" as "s0"
  from "main"."album" as "t0"
  where (exists (
    select 1
    from "main"."track" as "t1"
    where (case when contains("t1"."name", 'İ') or contains("t1"."name", 'ς')
    then contains(replace(lower(replace("t1"."name",
        'İ', 'i')), 'ς', 'σ'), $1::text) else contains(lower("t1"."name"), $2::text) end) and "t1"."album_id" =
        "t0"."id"
  )) and (not (exists (
    select 1
    from "main"."artist" as "t2"
    where "t2"."id" = "t0"."producer_id"
  )))
  order by "t0"."id"
  limit 100
) as "p"
order by "p"."s0"
-- with "love", "love"
-- reads album, track, artist

-- totals
select (count(*))::text
from "main"."album" as "t0"
where (exists (
  select 1
  from "main"."track" as "t1"
  where (case when contains("t1"."name", 'İ') or contains("t1"."name", 'ς')
    then contains(replace(lower(replace("t1"."name",
      'İ', 'i')), 'ς', 'σ'), $1::text) else contains(lower("t1"."name"), $2::text) end) and "t1"."album_id" = "t0"."id"
)) and (not (exists (
  select 1
  from "main"."artist" as "t2"
  where "t2"."id" = "t0"."producer_id"
)))
-- with "love", "love"
-- reads album, track, artist
