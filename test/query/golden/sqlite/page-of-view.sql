-- page
select json_array(iif(+"t0"."title" >= x'', joinery_base64("t0"."title"), "t0"."title")) as "line"
from "main"."cheap" as "t0"
where joinery_tick("t0"."id")
order by "t0"."id" nulls last, "t0"."title" nulls last, "t0"."price" nulls last
limit ? + 0
-- with 100
-- reads cheap
-- for usual values
select json_array(iif(+"t0"."title" >= x'', 9e999, "t0"."title")) as "line"
from "main"."cheap" as "t0"
where joinery_tick("t0"."id")
order by "t0"."id" nulls last, "t0"."title" nulls last, "t0"."price" nulls last
limit ? + 0
-- with 100

-- totals
select cast("b"."n" as text)
from (
  select count(*) as "n"
  from "main"."cheap" as "t0"
) as "b"
-- reads cheap
