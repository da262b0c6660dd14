-- after a value
select concat(concat('[', coalesce("p"."c0"::text, 'null'), ',', coalesce(to_json("p"."c1")::text, 'null'), ',',
    coalesce('"' || "p"."c2"::text || '"', 'null'), ']'), '
', concat('[', coalesce('"' || "p"."s0"::text || '"',
    'null'), ',', coalesce(to_json(("p"."s1")::text)::text, 'null'), ',', coalesce('"' || "p"."s2"::text || '"',
    'null'), ']')) as "line"
from (
  select "t0"."id" as "c0", "t0"."title" as "c1", "t0"."released" as "c2", "t0"."released" as "s0", "t0"."title"
      as "s1", "t0"."id" as "s2"
  from "main"."album" as "t0"
  where ("t0"."released" > $1::DATE or ("t0"."released" = $2::DATE and ("t0"."title" < $3::text or ("t0"."title"
      = $4::text and ("t0"."id" > $5::HUGEINT)))) or "t0"."released" is null)
  order by "t0"."released" nulls last, "t0"."title" desc, "t0"."id"
  limit 100
) as "p"
order by "p"."s0" nulls last, "p"."s1" desc, "p"."s2"
-- with "2020-01-01", "2020-01-01", "x", "x", "7"
-- reads album

-- after NULL
select concat(concat('[', coalesce("p"."c0"::text, 'null'), ',', coalesce(to_json("p"."c1")::text, 'null'), ',',
    coalesce('"' || "p"."c2"::text || '"', 'null'), ']'), '
', concat('[', coalesce('"' || "p"."s0"::text || '"',
    'null'), ',', coalesce(to_json(("p"."s1")::text)::text, 'null'), ',', coalesce('"' || "p"."s2"::text || '"',
    'null'), ']')) as "line"
from (
  select "t0"."id" as "c0", "t0"."title" as "c1", "t0"."released" as "c2", "t0"."released" as "s0", "t0"."title"
      as "s1", "t0"."id" as "s2"
  from "main"."album" as "t0"
  where ("t0"."released" is null and ("t0"."title" < $1::text or ("t0"."title" = $2::text and ("t0"."id" > $3::HUGEINT))))
  order by "t0"."released" nulls last, "t0"."title" desc, "t0"."id"
  limit 100
) as "p"
order by "p"."s0" nulls last, "p"."s1" desc, "p"."s2"
-- with "x", "x", "7"
-- reads album
