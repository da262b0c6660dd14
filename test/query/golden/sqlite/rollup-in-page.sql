-- page
select concat(json_array("p"."c0", iif(+"p"."c1" >= x'', joinery_base64("p"."c1"), "p"."c1"), iif(+"p"."r0" >= 9e999
    or +"p"."r0" <= -9e999, case typeof("p"."r0") when 'blob' then joinery_base64("p"."r0") when 'real' then iif("p"."r0"
    > 0, 'Infinity', '-Infinity') else "p"."r0" end, "p"."r0")), '
', concat('[', ifnull('"' || "p"."s0" || '"',
    'null'), ']')) as "line"
from (
  select "p".*, (
    select max("t1"."length")
    from "main"."track" as "t1"
    where "t1"."album_id" = "p"."c0"
  ) as "r0"
  from (
    select "t0"."id" as "c0", "t0"."title" as "c1", "t0"."id" as "s0"
    from "main"."album" as "t0"
    order by "t0"."id"
    limit ? + 0
  ) as "p"
  limit -1 offset 0
) as "p"
order by "p"."s0"
-- with 100
-- reads track, album
-- for usual values
select concat(json_array("p"."c0", iif(+"p"."c1" >= x'', 9e999, "p"."c1"), iif(+"p"."r0" >= x'', 9e999, "p"."r0")),
    '
', concat('[', ifnull('"' || "p"."s0" || '"', 'null'), ']')) as "line"
from (
  select "p".*, (
    select max("t1"."length")
    from "main"."track" as "t1"
    where "t1"."album_id" = "p"."c0"
  ) as "r0"
  from (
    select "t0"."id" as "c0", "t0"."title" as "c1", "t0"."id" as "s0"
    from "main"."album" as "t0"
    order by "t0"."id"
    limit ? + 0
  ) as "p"
  limit -1 offset 0
) as "p"
order by "p"."s0"
-- with 100

-- totals
select cast("b"."n" as text)
from (
  select count(*) as "n"
  from "main"."album" as "t0"
) as "b"
-- reads album
