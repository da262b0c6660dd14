-- page
select concat(concat('[', coalesce("p"."c1"::text, 'null'), ',', coalesce(to_json("p"."c2")::text, 'null'), ',',
    coalesce(to_json("t1"."name")::text, 'null'), ']'), '
', concat('[', coalesce(to_json(("p"."s0")::text)::text,
    'null'), ',', coalesce('"' || "p"."s1"::text || '"', 'null'), ']')) as "line"
from (
  select "t0"."artist_id" as "c0", "t0"."id" as "c1", "t0"."title" as "c2", "t0"."title" as "s0", "t0"."id" as "s1"
  from "main"."album" as "t0"
  order by "t0"."title", "t0"."id"
  limit 100
) as "p"
left join "main"."artist" as "t1" on "t1"."id" = "p"."c0"
order by "p"."s0", "p"."s1"
-- reads artist, album

-- totals
select ("b"."n")::text
from (
  select count(*) as "n"
  from "main"."album" as "t0"
) as "b"
-- reads album
