-- page
select concat(concat('[', coalesce("t0"."id"::text, 'null'), ',', coalesce(to_json("t0"."title")::text, 'null'),
    ']'), '
', concat('[', coalesce('"' || "t0"."id"::text || '"', 'null'), ']')) as "line"
from "main"."album" as "t0"
where ("t0"."artist_id" in ($1::BIGINT, $2::BIGINT))
order by "t0"."id"
limit 100
-- with "1", "2"
-- reads album

-- totals
select (count(*))::text
from "main"."album" as "t0"
where ("t0"."artist_id" in ($1::BIGINT, $2::BIGINT))
-- with "1", "2"
-- reads album
