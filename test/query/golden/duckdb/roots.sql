-- page
select concat(concat('[', coalesce("p"."c0"::text, 'null'), ',', coalesce(to_json("p"."c1")::text, 'null'), ',',
    coalesce(to_json("p"."c2")::text, 'null'), ']'), '
', concat('[', coalesce('"' || "p"."s0"::text || '"', 'null'),
    ',', coalesce('"' || "p"."s1"::text || '"', 'null'), ']')) as "line"
from (
  select "t0"."id" as "c0", "t0"."title" as "c1", "t1"."name" as "c2", "t0"."id" as "s0", "t1"."id" as "s1"
  from "main"."album" as "t0"
  join "main"."track" as "t1" on 1 = 1
  where ("t0"."id" = "t1"."album_id")
  order by "t0"."id", "t1"."id"
  limit 100
) as "p"
order by "p"."s0", "p"."s1"
-- reads album, track

-- totals
select (count(*))::text
from "main"."album" as "t0"
join "main"."track" as "t1" on 1 = 1
where ("t0"."id" = "t1"."album_id")
-- reads album, track
