-- page
select (('[' || coalesce(("t0"."id" | 0)::text, 'null') || ',' || coalesce(to_json("t0"."title")::text, 'null')
    || ']') || '
' || ('[' || coalesce('"' || ("t0"."id" | 0)::text || '"', 'null') || ']')) as "line"
from "public"."album" as "t0"
where ("t0"."artist_id" = any ($1::int8[]))
order by "t0"."id"
limit 100
-- with "{\"1\",\"2\"}"
-- reads album

-- totals
select (count(*))::text
from "public"."album" as "t0"
where ("t0"."artist_id" = any ($1::int8[]))
-- with "{\"1\",\"2\"}"
-- reads album
