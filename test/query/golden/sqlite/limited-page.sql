-- page
select concat(json_array("t0"."id", iif(+"t0"."name" >= x'', joinery_base64("t0"."name"), "t0"."name")), '
', concat('[',
    ifnull('"' || "t0"."id" || '"', 'null'), ']')) as "line"
from "main"."track" as "t0"
where (("t0"."length" > ?))
order by "t0"."id"
limit ? + 0
-- with 60, 100
-- reads track
-- for usual values
select concat(json_array("t0"."id", iif(+"t0"."name" >= x'', 9e999, "t0"."name")), '
', concat('[', ifnull('"' ||
    "t0"."id" || '"', 'null'), ']')) as "line"
from "main"."track" as "t0"
where (("t0"."length" > ?))
order by "t0"."id"
limit ? + 0
-- with 60, 100

-- totals
select cast(count(*) as text)
from "main"."track" as "t0"
where (("t0"."length" > ?))
-- with 60
-- reads track
