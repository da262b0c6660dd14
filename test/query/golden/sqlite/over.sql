-- page
select concat(concat('[', iif(+"g"."v0" >= 9e999 or +"g"."v0" <= -9e999, json_quote(case typeof("g"."v0") when 'blob'
    then joinery_base64("g"."v0") when 'real' then iif("g"."v0" > 0, 'Infinity', '-Infinity') else "g"."v0" end),
    ifnull("g"."v0", 'null')), ',', "g"."j0", ',', iif(+"g"."o0" >= 9e999 or +"g"."o0" <= -9e999, json_quote(case
    typeof("g"."o0") when 'blob' then joinery_base64("g"."o0") when 'real' then iif("g"."o0" > 0, 'Infinity', '-Infinity')
    else "g"."o0" end), ifnull("g"."o0", 'null')), ']'), '
', concat('[', case typeof("g"."b0") when 'null' then
    'null' when 'text' then '"T' || hex("g"."b0") || '"' else json_quote(quote("g"."b0")) end, ']'))
from (
  select "g".*, joinery_sum(("g"."m0" + 0)) over (
  order by "g"."v0" nulls last, "g"."b0" nulls last rows unbounded preceding) as "o0"
  from (
    select "b"."c0" as "b0", "b"."c0" as "v0", ifnull(joinery_unit_sum(2, iif(joinery_units('album', 'price', 2),
        sum(round("b"."c1" * 1e2)) is not null, count("b"."c1") filter (
    where not joinery_units('album', 'price', 2))), sum(round("b"."c1" * 1e2)), iif(joinery_units('album', 'price',
        2), 1, min("b"."c1" = round("b"."c1" * 1e2) / 1e2) filter (
    where not joinery_units('album', 'price', 2))), iif(joinery_units('album', 'price', 2), sum(round("b"."c1" *
        1e2)) / 1e2, total("b"."c1") filter (
    where not joinery_units('album', 'price', 2)))), 'null') as "j0", nullif(nullif(joinery_unit_sum_value(2, iif(joinery_units('album',
        'price', 2), sum(round("b"."c1" * 1e2)) is not null, count("b"."c1") filter (
    where not joinery_units('album', 'price', 2))), sum(round("b"."c1" * 1e2)), iif(joinery_units('album', 'price',
        2), 1, min("b"."c1" = round("b"."c1" * 1e2) / 1e2) filter (
    where not joinery_units('album', 'price', 2))), iif(joinery_units('album', 'price', 2), sum(round("b"."c1" *
        1e2)) / 1e2, total("b"."c1") filter (
    where not joinery_units('album', 'price', 2)))), 9e999), -9e999) as "m0"
    from (
      select (cast(substr(iif(typeof("t0"."released") = 'text' and substr("t0"."released", 1, 4) <> '0000' and date("t0"."released")
          = "t0"."released", "t0"."released", joinery_as_moment("t0"."released", 'date', 'UTC')), 1, 4) as integer))
          as "c0", "t0"."price" as "c1"
      from "main"."album" as "t0"
      limit -1 offset 0
    ) as "b"
    group by 1
  ) as "g"
) as "g"
order by "g"."b0" nulls last
limit ? + 0
-- with 100
-- reads album

-- totals
select cast(count(*) as text)
from (
  select (cast(substr(iif(typeof("t0"."released") = 'text' and substr("t0"."released", 1, 4) <> '0000' and date("t0"."released")
      = "t0"."released", "t0"."released", joinery_as_moment("t0"."released", 'date', 'UTC')), 1, 4) as integer))
      as "b0"
  from "main"."album" as "t0"
  group by 1
) as "g"
-- reads album
