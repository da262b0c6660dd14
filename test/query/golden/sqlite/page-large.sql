-- page
select concat(json_array("t0"."id", iif(+"t0"."title" >= x'', joinery_base64("t0"."title"), "t0"."title")), '
',
    concat('[', ifnull('"' || "t0"."id" || '"', 'null'), ']')) as "line"
from "main"."album" as "t0"
order by "t0"."id"
limit ? + 0
-- with 6000
-- reads album
-- in slices by "t0"."id", limit 6000, offset 0
-- first, all rows: texts
-- as above
-- first: keys
select "t0"."id"
from "main"."album" as "t0"
-- later, all rows: texts
-- as above
-- later: keys
select "t0"."id"
from "main"."album" as "t0"

-- totals
select cast("b"."n" as text)
from (
  select count(*) as "n"
  from "main"."album" as "t0"
) as "b"
-- reads album
