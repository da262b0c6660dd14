-- page
select concat('[', coalesce(to_json("p"."c0")::text, 'null'), ']') as "line"
from (
  select "t0"."title" as "c0", "t0"."id" as "s0", "t0"."title" as "s1", "t0"."price" as "s2"
  from "main"."cheap" as "t0"
  order by "t0"."id" nulls last, "t0"."title" nulls last, "t0"."price" nulls last
  limit 100
) as "p"
order by "p"."s0" nulls last, "p"."s1" nulls last, "p"."s2" nulls last
-- reads cheap

-- totals
select ("b"."n")::text
from (
  select count(*) as "n"
  from "main"."cheap" as "t0"
) as "b"
-- reads cheap
