-- page
select concat(json_array("t0"."id", iif(+"t0"."title" >= x'', joinery_base64("t0"."title"), "t0"."title")), '
',
    concat('[', ifnull('"' || "t0"."id" || '"', 'null'), ']')) as "line"
from "main"."album" as "t0"
where ("t0"."artist_id" in (?, ?))
order by "t0"."id"
limit ? + 0
-- with 1, 2, 100
-- reads album
-- for usual values
select concat(json_array("t0"."id", iif(+"t0"."title" >= x'', 9e999, "t0"."title")), '
', concat('[', ifnull('"'
    || "t0"."id" || '"', 'null'), ']')) as "line"
from "main"."album" as "t0"
where ("t0"."artist_id" in (?, ?))
order by "t0"."id"
limit ? + 0
-- with 1, 2, 100

-- totals
select cast(count(*) as text)
from "main"."album" as "t0"
where ("t0"."artist_id" in (?, ?))
-- with 1, 2
-- reads album
