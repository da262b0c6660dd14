-- page
select concat(json_array("t0"."id", iif(+"t0"."title" >= x'', joinery_base64("t0"."title"), "t0"."title"), iif(+"t1"."name"
    >= x'', joinery_base64("t1"."name"), "t1"."name")), '
', concat('[', case typeof("p"."s0") when 'null' then
    'null' when 'text' then '"T' || hex("p"."s0") || '"' else json_quote(quote("p"."s0")) end, ',', ifnull('"' ||
    "p"."s1" || '"', 'null'), ']')) as "line"
from (
  select "t0"."id" as "c0", "t0"."title" as "s0", "t0"."id" as "s1"
  from "main"."album" as "t0"
  order by "t0"."title", "t0"."id"
  limit ? + 0
) as "p"
left join "main"."album" as "t0" on "t0"."id" = "p"."c0"
left join "main"."artist" as "t1" on "t1"."id" = "t0"."artist_id"
order by "p"."s0", "p"."s1"
-- with 100
-- reads album, artist
-- for usual values
select concat(json_array("t0"."id", iif(+"t0"."title" >= x'', 9e999, "t0"."title"), iif(+"t1"."name" >= x'', 9e999,
    "t1"."name")), '
', concat('[', case typeof("p"."s0") when 'null' then 'null' when 'text' then '"T' || hex("p"."s0")
    || '"' else json_quote(quote("p"."s0")) end, ',', ifnull('"' || "p"."s1" || '"', 'null'), ']')) as "line"
from (
  select "t0"."id" as "c0", "t0"."title" as "s0", "t0"."id" as "s1"
  from "main"."album" as "t0"
  order by "t0"."title", "t0"."id"
  limit ? + 0
) as "p"
left join "main"."album" as "t0" on "t0"."id" = "p"."c0"
left join "main"."artist" as "t1" on "t1"."id" = "t0"."artist_id"
order by "p"."s0", "p"."s1"
-- with 100

-- totals
select cast("b"."n" as text)
from (
  select count(*) as "n"
  from "main"."album" as "t0"
) as "b"
-- reads album
