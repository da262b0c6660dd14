-- page
select (('[' || coalesce(("t0"."id" | 0)::text, 'null') || ',' || coalesce(to_json("t0"."title")::text, 'null')
    || ']') || '
' || ('[' || coalesce('"' || ("t0"."id" | 0)::text || '"', 'null') || ']')) as "line"
from "public"."album" as "t0"
where ((("t0"."title"::text collate "C" like $1 escape '!') or (translate("t0"."title"::text, 'İK', 'ik') collate
    "C" ilike $2 escape '!') or (not ("t0"."title"::text collate "C" ilike $3 escape '!'))))
order by "t0"."id"
limit 100
-- with "a_c%", "kind%", "%x"
-- reads album

-- totals
select (count(*))::text
from "public"."album" as "t0"
where ((("t0"."title"::text collate "C" like $1 escape '!') or (translate("t0"."title"::text, 'İK', 'ik') collate
    "C" ilike $2 escape '!') or (not ("t0"."title"::text collate "C" ilike $3 escape '!'))))
-- with "a_c%", "kind%", "%x"
-- reads album
