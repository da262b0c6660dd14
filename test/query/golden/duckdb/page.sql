-- page
select concat(concat('[', coalesce("t0"."id"::text, 'null'), ',', coalesce(to_json("t0"."title")::text, 'null'),
    ']'), '
', concat('[', coalesce('"' || "t0"."id"::text || '"', 'null'), ']')) as "line"
from "main"."album" as "t0"
order by "t0"."id"
limit 100
-- reads album

-- totals
select (count(*))::text
from "main"."album" as "t0"
-- reads album
