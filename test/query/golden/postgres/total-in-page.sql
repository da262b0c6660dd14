-- of the matches
select (('[' || coalesce(("t0"."id" | 0)::text, 'null') || ',' || coalesce(to_json("t0"."title")::text, 'null')
    || ',' || coalesce(to_json("t1"."name")::text, 'null') || ']') || '
' || ('[' || coalesce(to_json(("p"."s0")::text)::text,
    'null') || ',' || coalesce('"' || ("p"."s1" | 0)::text || '"', 'null') || ']') || '
' || ("p"."n")::text) as
    "line"
from (
  select "t0"."id" as "c0", "t1"."id" as "c1", "t0"."title" as "s0", "t0"."id" as "s1", count(*) over () as "n"
  from "public"."album" as "t0"
  join "public"."artist" as "t1" on "t1"."id" = "t0"."artist_id"
  where ("t1"."name"::text collate "C" ilike $1 escape '!')
  order by "t0"."title", "t0"."id"
  limit 100
) as "p"
left join "public"."album" as "t0" on "t0"."id" = "p"."c0"
left join "public"."artist" as "t1" on "t1"."id" = "p"."c1"
order by "p"."s0", "p"."s1"
-- with "%ab%"
-- reads album, artist

-- by an index
select (('[' || coalesce(to_json("t0"."name")::text, 'null') || ',' || coalesce(("t0"."album_id" | 0)::text, 'null')
    || ']') || '
' || ('[' || coalesce(to_json(("t0"."name")::text)::text, 'null') || ',' || coalesce('"' || ("t0"."id"
    | 0)::text || '"', 'null') || ']') || '
' || (
  select (count(*))::text
  from "public"."track" as "t0"
  where ("t0"."album_id" = $1::int8)
)) as "line"
from "public"."track" as "t0"
where ("t0"."album_id" = $2::int8)
order by "t0"."name" nulls last, "t0"."id"
limit 100
-- with "7", "7"
-- reads track
