-- page
select concat(concat('[', coalesce("t0"."id"::text, 'null'), ',', coalesce(to_json("t0"."title")::text, 'null'),
    ',', coalesce(to_json("t1"."name")::text, 'null'), ']'), '
', concat('[', coalesce(to_json(("t0"."title")::text)::text,
    'null'), ',', coalesce('"' || "t0"."id"::text || '"', 'null'), ']')) as "line"
from "main"."album" as "t0"
join "main"."artist" as "t1" on "t1"."id" = "t0"."artist_id"
where (contains(replace(lower(replace("t1"."name", 'İ', 'i')), 'ς', 'σ'), $1::text))
order by "t0"."title", "t0"."id"
limit 100
-- with "ab"
-- reads album, artist

-- totals
select (count(*))::text
from "main"."album" as "t0"
join "main"."artist" as "t1" on "t1"."id" = "t0"."artist_id"
where (contains(replace(lower(replace("t1"."name", 'İ', 'i')), 'ς', 'σ'), $1::text))
-- with "ab"
-- reads album, artist
