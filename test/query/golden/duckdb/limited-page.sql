-- page
select concat(concat('[', coalesce("p"."c0"::text, 'null'), ',', coalesce(to_json("p"."c1")::text, 'null'), ']'),
    '
', concat('[', coalesce('"' || "p"."s0"::text || '"', 'null'), ']')) as "line"
from (
  select "t0"."id" as "c0", "t0"."name" as "c1", "t0"."id" as "s0"
  from "main"."track" as "t0"
  where (("t0"."length" > $1::DOUBLE))
  order by "t0"."id"
  limit 100
) as "p"
order by "p"."s0"
-- with "60"
-- reads track

-- totals
select (count(*))::text
from "main"."track" as "t0"
where (("t0"."length" > $1::DOUBLE))
-- with "60"
-- reads track
