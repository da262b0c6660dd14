-- page
select concat(concat('[', coalesce("p"."c0"::text, 'null'), ',', coalesce(to_json("p"."c1")::text, 'null'), ',',
    coalesce("p"."c2"::text, 'null'), ']'), '
', concat('[', coalesce('"' || "p"."s0"::text || '"', 'null'), ',',
    coalesce('"' || "p"."s1"::text || '"', 'null'), ']')) as "line"
from (
  select "t0"."id" as "c0", "t0"."title" as "c1", coalesce("r1"."v0", 0) as "c2", coalesce("r1"."v0", 0) as "s0",
      "t0"."id" as "s1"
  from "main"."album" as "t0"
  left join (
    select "t1"."album_id" as "k0", count("t1"."album_id") as "v0"
    from "main"."track" as "t1"
    group by 1
  ) as "r1" on "r1"."k0" = "t0"."id"
  order by coalesce("r1"."v0", 0) desc nulls last, "t0"."id"
  limit 100
) as "p"
order by "p"."s0" desc nulls last, "p"."s1"
-- reads album, track

-- totals
select ("b"."n")::text
from (
  select count(*) as "n"
  from "main"."album" as "t0"
) as "b"
-- reads album
