-- page
select concat(concat('[', coalesce("t0"."id"::text, 'null'), ',', coalesce(to_json("t0"."title")::text, 'null'),
    ',', coalesce('"' || "t0"."released"::text || '"', 'null'), ']'), '
', concat('[', coalesce('"' || "t0"."id"::text
    || '"', 'null'), ']')) as "line"
from "main"."album" as "t0"
where ("t0"."id" in ($1::BIGINT, $2::BIGINT, $3::BIGINT, $4::BIGINT)) and (not ("t0"."title" in ($5::text, $6::text)))
    and ("t0"."released" in (try_cast($7::text as DATE))) and (((1 = 0) or ("t0"."released" is null)))
order by "t0"."id"
limit 100
-- with "1", "2", "3", "3", "x", "y", "2020-01-01"
-- reads album

-- totals
select (count(*))::text
from "main"."album" as "t0"
where ("t0"."id" in ($1::BIGINT, $2::BIGINT, $3::BIGINT, $4::BIGINT)) and (not ("t0"."title" in ($5::text, $6::text)))
    and ("t0"."released" in (try_cast($7::text as DATE))) and (((1 = 0) or ("t0"."released" is null)))
-- with "1", "2", "3", "3", "x", "y", "2020-01-01"
-- reads album
