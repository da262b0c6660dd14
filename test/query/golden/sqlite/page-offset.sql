-- page
select concat(json_array("t0"."id", iif(+"t0"."title" >= x'', joinery_base64("t0"."title"), "t0"."title")), '
',
    concat('[', ifnull('"' || "t0"."id" || '"', 'null'), ']')) as "line"
from "main"."album" as "t0"
order by "t0"."id"
limit ? + 0 offset ? + 0
-- with 10, 30
-- reads album
-- for usual values
select concat(json_array("t0"."id", iif(+"t0"."title" >= x'', 9e999, "t0"."title")), '
', concat('[', ifnull('"'
    || "t0"."id" || '"', 'null'), ']')) as "line"
from "main"."album" as "t0"
order by "t0"."id"
limit ? + 0 offset ? + 0
-- with 10, 30

-- totals
select cast("b"."n" as text)
from (
  select count(*) as "n"
  from "main"."album" as "t0"
) as "b"
-- reads album
