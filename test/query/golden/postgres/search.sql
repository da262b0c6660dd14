-- page
select (('[' || coalesce(("t0"."id" | 0)::text, 'null') || ',' || coalesce(to_json("t0"."title")::text, 'null')
    || ',' || coalesce(to_json("t1"."name")::text, 'null') || ']') || '
' || ('[' || coalesce(to_json(("t0"."title")::text)::text,
    'null') || ',' || coalesce('"' || ("t0"."id" | 0)::text || '"', 'null') || ']')) as "line"
from "public"."album" as "t0"
join "public"."artist" as "t1" on "t1"."id" = "t0"."artist_id"
where ("t1"."name"::text collate "C" ilike $1 escape '!')
order by "t0"."title", "t0"."id"
limit 100
-- with "%ab%"
-- reads album, artist

-- totals
select (count(*))::text
from "public"."album" as "t0"
join "public"."artist" as "t1" on "t1"."id" = "t0"."artist_id"
where ("t1"."name"::text collate "C" ilike $1 escape '!')
-- with "%ab%"
-- reads album, artist
