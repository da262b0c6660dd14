-- page
select (('[' || coalesce(("t0"."id" | 0)::text, 'null') || ',' || coalesce(to_json("t0"."title")::text, 'null')
    || ']') || '
' || ('[' || coalesce('"' || ("t0"."id" | 0)::text || '"', 'null') || ']')) as "line"
from "public"."album" as "t0"
where (replace(lower(replace("t0"."title"::text, 'İ', 'i') collate "und-x-icu"), 'ς', 'σ') collate "C" like $1 escape
    '!')
order by "t0"."id"
limit 100
-- with "%größe%"
-- reads album

-- totals
select (count(*))::text
from "public"."album" as "t0"
where (replace(lower(replace("t0"."title"::text, 'İ', 'i') collate "und-x-icu"), 'ς', 'σ') collate "C" like $1 escape
    '!')
-- with "%größe%"
-- reads album
