-- page
select concat(concat('[', coalesce("p"."c0"::text, 'null'), ',', coalesce(to_json("p"."c1")::text, 'null'), ',',
    coalesce('"' || "p"."c2"::text || '"', 'null'), ',', coalesce("p"."c3"::text, 'null'), ']'), '
', concat('[',
    coalesce('"' || "p"."s0"::text || '"', 'null'), ',', coalesce('"' || "p"."s1"::text || '"', 'null'), ',', coalesce(to_json(("p"."s2")::text)::text,
    'null'), ',', coalesce('"' || "p"."s3"::text || '"', 'null'), ']')) as "line"
from (
  select "t0"."id" as "c0", "t0"."title" as "c1", "t0"."released" as "c2", "t0"."price" as "c3", "t0"."released"
      as "s0", "t0"."price" as "s1", "t0"."title" as "s2", "t0"."id" as "s3"
  from "main"."album" as "t0"
  order by "t0"."released" desc nulls last, "t0"."price" nulls first, "t0"."title", "t0"."id"
  limit 100
) as "p"
order by "p"."s0" desc nulls last, "p"."s1" nulls first, "p"."s2", "p"."s3"
-- reads album

-- totals
select ("b"."n")::text
from (
  select count(*) as "n"
  from "main"."album" as "t0"
) as "b"
-- reads album
