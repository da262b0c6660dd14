-- page
select concat(concat('[', coalesce("p"."c0"::text, 'null'), ',', coalesce(to_json("p"."c1")::text, 'null'), ']'),
    '
', concat('[', coalesce('"' || "p"."s0"::text || '"', 'null'), ']')) as "line"
from (
  select "t0"."id" as "c0", "t0"."title" as "c1", "t0"."id" as "s0"
  from "main"."album" as "t0"
  order by "t0"."id"
  limit 10 offset $1
) as "p"
order by "p"."s0"
-- with 30
-- reads album

-- totals
select ("b"."n")::text
from (
  select count(*) as "n"
  from "main"."album" as "t0"
) as "b"
-- reads album
