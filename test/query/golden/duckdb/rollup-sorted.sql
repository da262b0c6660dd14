-- page
select concat(concat('[', coalesce("t0"."id"::text, 'null'), ',', coalesce(to_json("t0"."title")::text, 'null'),
    ',', coalesce(coalesce("r1"."v0", 0)::text, 'null'), ']'), '
', concat('[', coalesce('"' || coalesce("r1"."v0",
    0)::text || '"', 'null'), ',', coalesce('"' || "t0"."id"::text || '"', 'null'), ']')) as "line"
from "main"."album" as "t0"
left join (
  select "t1"."album_id" as "k0", count("t1"."album_id") as "v0"
  from "main"."track" as "t1"
  group by 1
) as "r1" on "r1"."k0" = "t0"."id"
order by coalesce("r1"."v0", 0) desc nulls last, "t0"."id"
limit 100
-- reads album, track

-- totals
select (count(*))::text
from "main"."album" as "t0"
-- reads album
