-- page
with "p" as materialized (
  select "t0"."id" as "c0", "t0"."title" as "c1", "t0"."id" as "s0"
  from "main"."album" as "t0"
  order by "t0"."id"
  limit ? + 0
)
select concat(json_array("p"."c0", iif(+"p"."c1" >= x'', joinery_base64("p"."c1"), "p"."c1"), iif(+coalesce("r1"."v0",
    0) >= 9e999 or +coalesce("r1"."v0", 0) <= -9e999, case typeof(coalesce("r1"."v0", 0)) when 'blob' then joinery_base64(coalesce("r1"."v0",
    0)) when 'real' then iif(coalesce("r1"."v0", 0) > 0, 'Infinity', '-Infinity') else coalesce("r1"."v0", 0) end,
    coalesce("r1"."v0", 0)), iif(+"r1"."v1" >= 9e999 or +"r1"."v1" <= -9e999, case typeof("r1"."v1") when 'blob'
    then joinery_base64("r1"."v1") when 'real' then iif("r1"."v1" > 0, 'Infinity', '-Infinity') else "r1"."v1" end,
    "r1"."v1")), '
', concat('[', ifnull('"' || "p"."s0" || '"', 'null'), ']')) as "line"
from "p"
left join (
  select "t1"."album_id" as "k0", count("t1"."album_id") as "v0", max("t1"."length") as "v1"
  from "main"."track" as "t1"
  where "t1"."album_id" in (
    select "p"."c0"
    from "p"
  )
  group by 1
) as "r1" on "r1"."k0" = "p"."c0"
order by "p"."s0"
-- with 100
-- reads track, album
-- for usual values
with "p" as materialized (
  select "t0"."id" as "c0", "t0"."title" as "c1", "t0"."id" as "s0"
  from "main"."album" as "t0"
  order by "t0"."id"
  limit ? + 0
)
select concat(json_array("p"."c0", iif(+"p"."c1" >= x'', 9e999, "p"."c1"), iif(+coalesce("r1"."v0", 0) >= x'', 9e999,
    coalesce("r1"."v0", 0)), iif(+"r1"."v1" >= x'', 9e999, "r1"."v1")), '
', concat('[', ifnull('"' || "p"."s0"
    || '"', 'null'), ']')) as "line"
from "p"
left join (
  select "t1"."album_id" as "k0", count("t1"."album_id") as "v0", max("t1"."length") as "v1"
  from "main"."track" as "t1"
  where "t1"."album_id" in (
    select "p"."c0"
    from "p"
  )
  group by 1
) as "r1" on "r1"."k0" = "p"."c0"
order by "p"."s0"
-- with 100

-- totals
select cast("b"."n" as text)
from (
  select count(*) as "n"
  from "main"."album" as "t0"
) as "b"
-- reads album
