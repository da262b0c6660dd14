-- after a value
select concat(concat('[', coalesce("t0"."id"::text, 'null'), ',', coalesce(to_json("t0"."title")::text, 'null'),
    ',', coalesce('"' || "t0"."released"::text || '"', 'null'), ']'), '
', concat('[', coalesce('"' || "t0"."released"::text
    || '"', 'null'), ',', coalesce(to_json(("t0"."title")::text)::text, 'null'), ',', coalesce('"' || "t0"."id"::text
    || '"', 'null'), ']')) as "line"
from "main"."album" as "t0"
where ("t0"."released" > $1::DATE or ("t0"."released" = $2::DATE and ("t0"."title" < $3::text or ("t0"."title" =
    $4::text and ("t0"."id" > $5::HUGEINT)))) or "t0"."released" is null)
order by "t0"."released" nulls last, "t0"."title" desc, "t0"."id"
limit 100
-- with "2020-01-01", "2020-01-01", "x", "x", "7"
-- reads album

-- after NULL
select concat(concat('[', coalesce("t0"."id"::text, 'null'), ',', coalesce(to_json("t0"."title")::text, 'null'),
    ',', coalesce('"' || "t0"."released"::text || '"', 'null'), ']'), '
', concat('[', coalesce('"' || "t0"."released"::text
    || '"', 'null'), ',', coalesce(to_json(("t0"."title")::text)::text, 'null'), ',', coalesce('"' || "t0"."id"::text
    || '"', 'null'), ']')) as "line"
from "main"."album" as "t0"
where ("t0"."released" is null and ("t0"."title" < $1::text or ("t0"."title" = $2::text and ("t0"."id" > $3::HUGEINT))))
order by "t0"."released" nulls last, "t0"."title" desc, "t0"."id"
limit 100
-- with "x", "x", "7"
-- reads album
