-- page
select concat(concat('[', json_quote(iif(+"g"."v0" >= x'', joinery_base64("g"."v0"), "g"."v0")), ',', "g"."j0",
    ',', "g"."j1", ']'), '
', concat('[', case typeof("g"."b0") when 'null' then 'null' when 'text' then '"T' ||
    hex("g"."b0") || '"' else json_quote(quote("g"."b0")) end, ']'))
from (
  select "b"."c0" as "b0", "b"."c0" as "v0", ifnull(joinery_unit_sum(2, iif(joinery_units('album', 'price', 2),
      sum(round(case when "b"."n0" = 1 then "b"."c1" end * 1e2)) is not null, count(case when "b"."n0" = 1 then
      "b"."c1" end) filter (
  where not joinery_units('album', 'price', 2))), sum(round(case when "b"."n0" = 1 then "b"."c1" end * 1e2)), iif(joinery_units('album',
      'price', 2), 1, min(case when "b"."n0" = 1 then "b"."c1" end = round(case when "b"."n0" = 1 then "b"."c1"
      end * 1e2) / 1e2) filter (
  where not joinery_units('album', 'price', 2))), iif(joinery_units('album', 'price', 2), sum(round(case when "b"."n0"
      = 1 then "b"."c1" end * 1e2)) / 1e2, total(case when "b"."n0" = 1 then "b"."c1" end) filter (
  where not joinery_units('album', 'price', 2)))), 'null') as "j0", cast(count("b"."c2") as text) as "j1"
  from (
    select "t0"."title" as "c0", "t0"."price" as "c1", "t1"."name" as "c2", row_number() over (partition by "t0"."title",
        "t0"."id") as "n0"
    from "main"."album" as "t0"
    left join "main"."track" as "t1" on "t1"."album_id" = "t0"."id"
    where (((ifnull("t0"."id", 0)) * 1) % 251 <> 0 or joinery_tick()) and (((ifnull("t0"."id", 0)) * 1 + (ifnull("t1"."id",
        0)) * 31) % 251 <> 0 or joinery_tick())
    limit -1 offset 0
  ) as "b"
  group by 1
) as "g"
order by "g"."b0" nulls last
limit ? + 0
-- with 100
-- reads album, track

-- totals
select cast(count(*) as text)
from (
  select "t0"."title" as "b0"
  from "main"."album" as "t0"
  group by 1
) as "g"
-- reads album
