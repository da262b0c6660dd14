-- page
select concat(concat('[', coalesce("t0"."id"::text, 'null'), ',', coalesce(to_json("t0"."title")::text, 'null'),
    ']'), '
', concat('[', coalesce('"' || "t0"."id"::text || '"', 'null'), ']')) as "line"
from "main"."album" as "t0"
where ((("t0"."title" like $1::text escape '!') or (replace(lower(replace("t0"."title", 'İ', 'i')), 'ς', 'σ') like
    $2::text escape '!') or (not (replace(lower(replace("t0"."title", 'İ', 'i')), 'ς', 'σ') like $3::text escape
    '!'))))
order by "t0"."id"
limit 100
-- with "a_c%", "kind%", "%x"
-- reads album

-- totals
select (count(*))::text
from "main"."album" as "t0"
where ((("t0"."title" like $1::text escape '!') or (replace(lower(replace("t0"."title", 'İ', 'i')), 'ς', 'σ') like
    $2::text escape '!') or (not (replace(lower(replace("t0"."title", 'İ', 'i')), 'ς', 'σ') like $3::text escape
    '!'))))
-- with "a_c%", "kind%", "%x"
-- reads album
