-- page
select ((('[' || coalesce(("t0"."id" | 0)::text, 'null') || ',' || coalesce(to_json("t0"."title")::text, 'null')
    || ',' || coalesce(to_json("t0"."released")::text, 'null')) || (',' || coalesce(to_json("t0"."price")::text,
    'null') || ',' || coalesce(case "t0"."sold" when true then 'true' when false then 'false' end, 'null') || ']'))
    || '
' || ('[' || coalesce('"' || ("t0"."id" | 0)::text || '"', 'null') || ']')) as "line"
from "public"."album" as "t0"
where ("t0"."price" > $1::numeric) and ((("t0"."released" >= $2::date) and ("t0"."released" <= $3::date))) and ("t0"."sold"
    = $4::boolean) and (not ("t0"."title" = $5)) and (not ((replace(lower(replace("t0"."title"::text, 'İ', 'i')
    collate "und-x-icu"), 'ς', 'σ') collate "C" = $6::text collate "C") or ("t0"."price" is null))) and ("t0"."id"
    < "t0"."price")
order by "t0"."id"
limit 100
-- with "9.5", "2020-01-01", "2020-12-31", true, "x", "y"
-- reads album

-- totals
select (count(*))::text
from "public"."album" as "t0"
where ("t0"."price" > $1::numeric) and ((("t0"."released" >= $2::date) and ("t0"."released" <= $3::date))) and ("t0"."sold"
    = $4::boolean) and (not ("t0"."title" = $5)) and (not ((replace(lower(replace("t0"."title"::text, 'İ', 'i')
    collate "und-x-icu"), 'ς', 'σ') collate "C" = $6::text collate "C") or ("t0"."price" is null))) and ("t0"."id"
    < "t0"."price")
-- with "9.5", "2020-01-01", "2020-12-31", true, "x", "y"
-- reads album
