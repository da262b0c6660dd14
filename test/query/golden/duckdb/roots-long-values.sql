-- page
select concat(concat('[', coalesce("p"."c0"::text, 'null'), ',', coalesce(to_json("p"."c1")::text, 'null'), ',',
    coalesce('"' || to_base64("p"."c2") || '"', 'null'), ']'), '
', concat('[', coalesce('"' || "p"."s0"::text ||
    '"', 'null'), ',', coalesce('"' || "p"."s1"::text || '"', 'null'), ']')) as "line"
from (
  select "t0"."id" as "c0", "t0"."title" as "c1", "t1"."cover" as "c2", "t0"."id" as "s0", "t1"."id" as "s1"
  from "main"."album" as "t0"
  join "main"."track" as "t1" on 1 = 1
  order by "t0"."id", "t1"."id"
  limit 100
) as "p"
order by "p"."s0", "p"."s1"
-- reads album, track

-- totals
select concat(((
  select count(*)
  from "main"."album" as "t0"
))::text, '*', ((
  select count(*)
  from "main"."track" as "t1"
))::text)
-- reads album, track
