-- page
select (('[' || coalesce(("t0"."id" | 0)::text, 'null') || ',' || coalesce(to_json("t0"."title")::text, 'null')
    || ',' || coalesce(to_json("t0"."released")::text, 'null') || ']') || '
' || ('[' || coalesce('"' || ("t0"."id"
    | 0)::text || '"', 'null') || ']')) as "line"
from "public"."album" as "t0"
where ("t0"."id" = any ($1::int8[])) and (not ("t0"."title" = any ($2))) and ("t0"."released" = any ($3::date[]))
    and (((1 = 0) or ("t0"."released" is null)))
order by "t0"."id"
limit 100
-- with "{\"1\",\"2\",\"3\"}", "{\"x\",\"y\"}", "{\"2020-01-01\"}"
-- reads album

-- totals
select (count(*))::text
from "public"."album" as "t0"
where ("t0"."id" = any ($1::int8[])) and (not ("t0"."title" = any ($2))) and ("t0"."released" = any ($3::date[]))
    and (((1 = 0) or ("t0"."released" is null)))
-- with "{\"1\",\"2\",\"3\"}", "{\"x\",\"y\"}", "{\"2020-01-01\"}"
-- reads album
