-- page
select ('[' || coalesce(to_json("t0"."title")::text, 'null') || ']') as "line"
from "public"."cheap" as "t0"
order by "t0"."id" nulls last, "t0"."title" nulls last, "t0"."price" nulls last
limit 100
-- reads cheap

-- totals
select ("b"."n")::text
from (
  select count(*) as "n"
  from "public"."cheap" as "t0"
) as "b"
-- reads cheap
