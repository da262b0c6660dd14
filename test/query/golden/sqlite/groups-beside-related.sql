-- page
select concat(concat('[', json_quote(iif(+"g"."v0" >= x'', joinery_base64("g"."v0"), "g"."v0")), ',', "g"."j0",
    ']'), '
', concat('[', case typeof("g"."b0") when 'null' then 'null' when 'text' then '"T' || hex("g"."b0")
    || '"' else json_quote(quote("g"."b0")) end, ']'))
from (
  select "t0"."title" as "b0", "t0"."title" as "v0", ifnull(joinery_unit_sum(2, iif(joinery_units('album', 'price',
      2), sum(round("t0"."price" * 1e2)) is not null, count("t0"."price") filter (
  where not joinery_units('album', 'price', 2))), sum(round("t0"."price" * 1e2)), iif(joinery_units('album', 'price',
      2), 1, min("t0"."price" = round("t0"."price" * 1e2) / 1e2) filter (
  where not joinery_units('album', 'price', 2))), iif(joinery_units('album', 'price', 2), sum(round("t0"."price"
      * 1e2)) / 1e2, total("t0"."price") filter (
  where not joinery_units('album', 'price', 2)))), 'null') as "j0"
  from "main"."album" as "t0"
  group by 1
) as "g"
order by "g"."b0" nulls last
limit ? + 0
-- with 100
-- reads album

-- totals
select cast(count(*) as text)
from (
  select "t0"."title" as "b0"
  from "main"."album" as "t0"
  group by 1
) as "g"
-- reads album
