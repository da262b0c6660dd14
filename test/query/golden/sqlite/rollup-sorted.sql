-- page
select concat(json_array("t0"."id", iif(+"t0"."title" >= x'', joinery_base64("t0"."title"), "t0"."title"), iif(+coalesce("r1"."v0",
    0) >= 9e999 or +coalesce("r1"."v0", 0) <= -9e999, case typeof(coalesce("r1"."v0", 0)) when 'blob' then joinery_base64(coalesce("r1"."v0",
    0)) when 'real' then iif(coalesce("r1"."v0", 0) > 0, 'Infinity', '-Infinity') else coalesce("r1"."v0", 0) end,
    coalesce("r1"."v0", 0))), '
', concat('[', case typeof(coalesce("r1"."v0", 0)) when 'null' then 'null' when
    'text' then '"T' || hex(coalesce("r1"."v0", 0)) || '"' else json_quote(quote(coalesce("r1"."v0", 0))) end, ',',
    ifnull('"' || "t0"."id" || '"', 'null'), ']')) as "line"
from "main"."album" as "t0"
left join (
  select "t1"."album_id" as "k0", count("t1"."album_id") as "v0"
  from "main"."track" as "t1"
  group by 1
) as "r1" on "r1"."k0" = "t0"."id"
order by coalesce("r1"."v0", 0) desc nulls last, "t0"."id"
limit ? + 0
-- with 100
-- reads album, track
-- for usual values
select concat(json_array("t0"."id", iif(+"t0"."title" >= x'', 9e999, "t0"."title"), iif(+coalesce("r1"."v0", 0)
    >= x'', 9e999, coalesce("r1"."v0", 0))), '
', concat('[', case typeof(coalesce("r1"."v0", 0)) when 'null' then
    'null' when 'text' then '"T' || hex(coalesce("r1"."v0", 0)) || '"' else json_quote(quote(coalesce("r1"."v0",
    0))) end, ',', ifnull('"' || "t0"."id" || '"', 'null'), ']')) as "line"
from "main"."album" as "t0"
left join (
  select "t1"."album_id" as "k0", count("t1"."album_id") as "v0"
  from "main"."track" as "t1"
  group by 1
) as "r1" on "r1"."k0" = "t0"."id"
order by coalesce("r1"."v0", 0) desc nulls last, "t0"."id"
limit ? + 0
-- with 100

-- totals
select cast("b"."n" as text)
from (
  select count(*) as "n"
  from "main"."album" as "t0"
) as "b"
-- reads album
