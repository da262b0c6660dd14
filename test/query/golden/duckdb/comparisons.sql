-- page
select concat(concat('[', coalesce("t0"."id"::text, 'null'), ',', coalesce(to_json("t0"."title")::text, 'null'),
    ',', coalesce('"' || "t0"."released"::text || '"', 'null'), ',', coalesce("t0"."price"::text, 'null'), ',',
    coalesce("t0"."sold"::text, 'null'), ']'), '
', concat('[', coalesce('"' || "t0"."id"::text || '"', 'null'),
    ']')) as "line"
from "main"."album" as "t0"
where ("t0"."price" > $1::DECIMAL(38,2)) and ((("t0"."released" >= try_cast($2::text as DATE)) and ("t0"."released"
    <= try_cast($3::text as DATE)))) and ("t0"."sold" = $4::BOOLEAN) and (not ("t0"."title" = $5::text)) and (not
    ((replace(lower(replace("t0"."title", 'İ', 'i')), 'ς', 'σ') = $6::text) or ("t0"."price" is null))) and ("t0"."id"
    < "t0"."price")
order by "t0"."id"
limit 100
-- with "9.50", "2020-01-01", "2020-12-31", "true", "x", "y"
-- reads album

-- totals
select (count(*))::text
from "main"."album" as "t0"
where ("t0"."price" > $1::DECIMAL(38,2)) and ((("t0"."released" >= try_cast($2::text as DATE)) and ("t0"."released"
    <= try_cast($3::text as DATE)))) and ("t0"."sold" = $4::BOOLEAN) and (not ("t0"."title" = $5::text)) and (not
    ((replace(lower(replace("t0"."title", 'İ', 'i')), 'ς', 'σ') = $6::text) or ("t0"."price" is null))) and ("t0"."id"
    < "t0"."price")
-- with "9.50", "2020-01-01", "2020-12-31", "true", "x", "y"
-- reads album
