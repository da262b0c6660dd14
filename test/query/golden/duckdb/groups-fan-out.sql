-- page
select concat(concat('[', coalesce(to_json("g"."v0")::text, 'null'), ',', "g"."j0", ',', "g"."j1", ']'), '
', concat('[',
    coalesce(to_json(("g"."b0")::text)::text, 'null'), ']'))
from (
  select "b"."c0" as "b0", "b"."c0" as "v0", coalesce(sum(case when "b"."n0" = 1 then "b"."c1" end)::text, 'null')
      as "j0", coalesce(count("b"."c2")::text, 'null') as "j1"
  from (
    select "t0"."title" as "c0", "t0"."price" as "c1", "t1"."name" as "c2", row_number() over (partition by "t0"."title",
        "t0"."id") as "n0"
    from "main"."album" as "t0"
    left join "main"."track" as "t1" on "t1"."album_id" = "t0"."id"
  ) as "b"
  group by 1
) as "g"
order by "g"."b0" nulls last
limit 100
-- reads album, track

-- totals
select (count(*))::text
from (
  select "t0"."title" as "b0"
  from "main"."album" as "t0"
  group by 1
) as "g"
-- reads album
