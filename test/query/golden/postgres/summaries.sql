-- page
select (('[' || coalesce(("t0"."id" | 0)::text, 'null') || ',' || coalesce(to_json("t0"."title")::text, 'null')
    || ',' || coalesce(to_json("t0"."price")::text, 'null') || ']') || '
' || ('[' || coalesce('"' || ("t0"."id"
    | 0)::text || '"', 'null') || ']')) as "line"
from "public"."album" as "t0"
order by "t0"."id"
limit 100
-- reads album

-- totals
select (((count(*))::text || '
' || coalesce(to_json(sum("t0"."price")::numeric)::text, 'null') || '
' || coalesce(to_json(round(round(sum("t0"."price")::numeric,
    8 + 24) / nullif(count("t0"."price"), 0), 8 + 4))::text, 'null') || '
' || coalesce(to_json(min("t0"."price"))::text,
    'null')) || ('
' || coalesce(to_json(max("t0"."price"))::text, 'null') || '
' || coalesce((count("t0"."price")
    | 0)::text, 'null') || '
' || coalesce((count(distinct "t0"."price") | 0)::text, 'null')))
from "public"."album" as "t0"
-- reads album
