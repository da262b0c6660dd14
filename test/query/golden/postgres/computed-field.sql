-- page
select (('[' || coalesce(("t0"."id" | 0)::text, 'null') || ',' || coalesce(to_json("t0"."title")::text, 'null')
    || ',' || coalesce(trim_scale((round(("t0"."price"::numeric * $1::numeric), greatest(least(trunc($2::numeric),
    1000), -1000)::int)))::text, 'null') || ']') || '
' || ('[' || coalesce(to_json(((round(("t0"."price"::numeric
    * $3::numeric), greatest(least(trunc($4::numeric), 1000), -1000)::int)))::text)::text, 'null') || ',' || coalesce('"'
    || ("t0"."id" | 0)::text || '"', 'null') || ']')) as "line"
from "public"."album" as "t0"
order by (round(("t0"."price"::numeric * $5::numeric), greatest(least(trunc($6::numeric), 1000), -1000)::int)) nulls
    last, "t0"."id"
limit 100
-- with "1.2", "2", "1.2", "2", "1.2", "2"
-- reads album

-- totals
select (count(*))::text
from "public"."album" as "t0"
-- reads album
