-- page
with "p" as materialized (
  select "t0"."id" as "c0", "t0"."title" as "c1", "t0"."id" as "s0"
  from "main"."album" as "t0"
  order by "t0"."id"
  limit ? + 0
)
select concat(json_array("p"."c0", iif(+"p"."c1" >= x'', joinery_base64("p"."c1"), "p"."c1"), json(coalesce("r1_0"."v0",
    '[]'))), '
', concat('[', ifnull('"' || "p"."s0" || '"', 'null'), ']')) as "line"
from "p"
left join (
  select "z"."k0", '[' || group_concat(json_quote(iif(+z.v >= x'', joinery_base64(z.v), z.v)), ','
  order by z.n) || ']' as "v0"
  from (
    select "a"."k0", a.v, row_number() over (partition by "a"."k0"
    order by "a"."s0" nulls last, "a"."s1" nulls last) as n
    from (
      select "t1"."album_id" as "k0", "t1"."name" as v, "t1"."id" as "s0", "t1"."id" as "s1"
      from "main"."track" as "t1"
      where "t1"."album_id" in (
        select "p"."c0"
        from "p"
      )
    ) as a
    where a.v is not null
  ) as z
  where z.n <= 3
  group by "z"."k0"
) as "r1_0" on "r1_0"."k0" = "p"."c0"
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
select concat(json_array("p"."c0", iif(+"p"."c1" >= x'', 9e999, "p"."c1"), json(coalesce("r1_0"."v0", '[]'))), '
',
    concat('[', ifnull('"' || "p"."s0" || '"', 'null'), ']')) as "line"
from "p"
left join (
  select "z"."k0", '[' || group_concat(json_quote(iif(+z.v >= x'', joinery_base64(z.v), z.v)), ','
  order by z.n) || ']' as "v0"
  from (
    select "a"."k0", a.v, row_number() over (partition by "a"."k0"
    order by "a"."s0" nulls last, "a"."s1" nulls last) as n
    from (
      select "t1"."album_id" as "k0", "t1"."name" as v, "t1"."id" as "s0", "t1"."id" as "s1"
      from "main"."track" as "t1"
      where "t1"."album_id" in (
        select "p"."c0"
        from "p"
      )
    ) as a
    where a.v is not null
  ) as z
  where z.n <= 3
  group by "z"."k0"
) as "r1_0" on "r1_0"."k0" = "p"."c0"
order by "p"."s0"
-- with 100

-- totals
select cast("b"."n" as text)
from (
  select count(*) as "n"
  from "main"."album" as "t0"
) as "b"
-- reads album
