-- page
select concat(concat('[', coalesce(to_json("p"."c0")::text, 'null'), ']'), '
', concat('[', coalesce('"' || "p"."s0"::text
    || '"', 'null'), ']')) as "line"
from (
  select "t0"."title" as "c0", "t0"."id" as "s0"
  from "main"."album" as "t0"
  order by "t0"."id"
  limit 100
) as "p"
order by "p"."s0"
-- reads album

-- totals
select concat(("b"."n")::text, '
', ("b"."n")::text)
from (
  select count(*) as "n"
  from "main"."album" as "t0"
) as "b"
-- reads album
