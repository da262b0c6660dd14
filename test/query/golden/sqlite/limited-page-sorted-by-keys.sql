-- page
select concat(json_array(iif(+"t0"."name" >= x'', joinery_base64("t0"."name"), "t0"."name"), iif(+"t1"."title" >=
    x'', joinery_base64("t1"."title"), "t1"."title")), '
', concat('[', case typeof("p"."s0") when 'null' then 'null'
    when 'text' then '"T' || hex("p"."s0") || '"' else json_quote(quote("p"."s0")) end, ',', ifnull('"' || "p"."s1"
    || '"', 'null'), ']')) as "line"
from (
  select "t0"."id" as "c0", "t0"."name" as "s0", "t0"."id" as "s1"
  from "main"."track" as "t0"
  where (("t0"."length" > ?))
  order by "t0"."name" nulls last, "t0"."id"
  limit ? + 0
) as "p"
left join "main"."track" as "t0" on "t0"."id" = "p"."c0" and (("t0"."length" > ?))
left join (
  select "t0"."id", "t0"."title", "t0"."artist_id", "t0"."producer_id", "t0"."released", "t0"."price", "t0"."sold",
      (
    select "t0"."code"
    where (("t0"."sold" = ?))
  ) as "code"
  from "main"."album" as "t0"
  where (("t0"."artist_id" = ?) or ("t0"."sold" = ?))
) as "t1" on "t1"."id" = "t0"."album_id"
order by "p"."s0" nulls last, "p"."s1"
-- with 60, 100, 60, 0, 3, 0
-- reads track, album
-- for usual values
select concat(json_array(iif(+"t0"."name" >= x'', 9e999, "t0"."name"), iif(+"t1"."title" >= x'', 9e999, "t1"."title")),
    '
', concat('[', case typeof("p"."s0") when 'null' then 'null' when 'text' then '"T' || hex("p"."s0") || '"'
    else json_quote(quote("p"."s0")) end, ',', ifnull('"' || "p"."s1" || '"', 'null'), ']')) as "line"
from (
  select "t0"."id" as "c0", "t0"."name" as "s0", "t0"."id" as "s1"
  from "main"."track" as "t0"
  where (("t0"."length" > ?))
  order by "t0"."name" nulls last, "t0"."id"
  limit ? + 0
) as "p"
left join "main"."track" as "t0" on "t0"."id" = "p"."c0" and (("t0"."length" > ?))
left join (
  select "t0"."id", "t0"."title", "t0"."artist_id", "t0"."producer_id", "t0"."released", "t0"."price", "t0"."sold",
      (
    select "t0"."code"
    where (("t0"."sold" = ?))
  ) as "code"
  from "main"."album" as "t0"
  where (("t0"."artist_id" = ?) or ("t0"."sold" = ?))
) as "t1" on "t1"."id" = "t0"."album_id"
order by "p"."s0" nulls last, "p"."s1"
-- with 60, 100, 60, 0, 3, 0

-- totals
select cast(count(*) as text)
from "main"."track" as "t0"
where (("t0"."length" > ?))
-- with 60
-- reads track
