-- page
select concat(concat('[', coalesce("t0"."id"::text, 'null'), ',', coalesce(to_json("t0"."title")::text, 'null'),
    ',', coalesce(to_json("t1"."name")::text, 'null'), ']'), '
', concat('[', coalesce('"' || "t0"."id"::text ||
    '"', 'null'), ',', coalesce('"' || "t1"."id"::text || '"', 'null'), ']')) as "line"
from "main"."album" as "t0"
left join "main"."track" as "t1" on "t1"."album_id" = "t0"."id"
order by "t0"."id", "t1"."id" nulls last
limit 100
-- reads album, track

-- totals
select (count(*))::text
from "main"."album" as "t0"
left join "main"."track" as "t1" on "t1"."album_id" = "t0"."id"
-- reads album, track
