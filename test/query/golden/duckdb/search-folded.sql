-- page
select concat(concat('[', coalesce("t0"."id"::text, 'null'), ',', coalesce(to_json("t0"."title")::text, 'null'),
    ']'), '
', concat('[', coalesce('"' || "t0"."id"::text || '"', 'null'), ']')) as "line"
from "main"."album" as "t0"
where (contains(replace(lower(replace("t0"."title", 'İ', 'i')), 'ς', 'σ'), $1::text))
order by "t0"."id"
limit 100
-- with "größe"
-- reads album

-- totals
select (count(*))::text
from "main"."album" as "t0"
where (contains(replace(lower(replace("t0"."title", 'İ', 'i')), 'ς', 'σ'), $1::text))
-- with "größe"
-- reads album
