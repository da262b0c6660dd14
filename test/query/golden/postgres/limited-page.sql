-- page
select (('[' || coalesce(("t0"."id" | 0)::text, 'null') || ',' || coalesce(to_json("t0"."name")::text, 'null') ||
    ']') || '
' || ('[' || coalesce('"' || ("t0"."id" | 0)::text || '"', 'null') || ']')) as "line"
from "public"."track" as "t0"
where (("t0"."length" > $1::float8))
order by "t0"."id"
limit 100
-- with "60"
-- reads track

-- totals
select (count(*))::text
from "public"."track" as "t0"
where (("t0"."length" > $1::float8))
-- with "60"
-- reads track
