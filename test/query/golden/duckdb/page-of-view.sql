-- page
select concat('[', coalesce(to_json("t0"."title")::text, 'null'), ']') as "line"
from "main"."cheap" as "t0"
order by "t0"."id" nulls last, "t0"."title" nulls last, "t0"."price" nulls last
limit 100
-- reads cheap

-- totals
select (count(*))::text
from "main"."cheap" as "t0"
-- reads cheap
