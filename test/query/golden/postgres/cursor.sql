-- after a value
select (('[' || coalesce(("t0"."id" | 0)::text, 'null') || ',' || coalesce(to_json("t0"."title")::text, 'null')
    || ',' || coalesce(to_json("t0"."released")::text, 'null') || ']') || '
' || ('[' || coalesce('"' || ("t0"."released"
    + 0)::text || '"', 'null') || ',' || coalesce(to_json(("t0"."title")::text)::text, 'null') || ',' || coalesce('"'
    || ("t0"."id" | 0)::text || '"', 'null') || ']')) as "line"
from "public"."album" as "t0"
where ("t0"."released" > $1::date or ("t0"."released" = $2::date and ("t0"."title" <= $3 and ("t0"."title" < $4
    or ("t0"."id" > $5::int8)))) or "t0"."released" is null)
order by "t0"."released" nulls last, "t0"."title" desc, "t0"."id"
limit 100
-- with "2020-01-01", "2020-01-01", "x", "x", "7"
-- reads album

-- after NULL
select (('[' || coalesce(("t0"."id" | 0)::text, 'null') || ',' || coalesce(to_json("t0"."title")::text, 'null')
    || ',' || coalesce(to_json("t0"."released")::text, 'null') || ']') || '
' || ('[' || coalesce('"' || ("t0"."released"
    + 0)::text || '"', 'null') || ',' || coalesce(to_json(("t0"."title")::text)::text, 'null') || ',' || coalesce('"'
    || ("t0"."id" | 0)::text || '"', 'null') || ']')) as "line"
from "public"."album" as "t0"
where ("t0"."released" is null and ("t0"."title" <= $1 and ("t0"."title" < $2 or ("t0"."id" > $3::int8))))
order by "t0"."released" nulls last, "t0"."title" desc, "t0"."id"
limit 100
-- with "x", "x", "7"
-- reads album
