-- page
select concat(concat('[', iif(+"g"."v0" >= 9e999 or +"g"."v0" <= -9e999, json_quote(case typeof("g"."v0") when 'blob'
    then joinery_base64("g"."v0") when 'real' then iif("g"."v0" > 0, 'Infinity', '-Infinity') else "g"."v0" end),
    ifnull("g"."v0", 'null')), ',', "g"."j0", ']'), '
', concat('[', case typeof("g"."b0") when 'null' then 'null'
    when 'text' then '"T' || hex("g"."b0") || '"' else json_quote(quote("g"."b0")) end, ']'))
from (
  select "g".*
  from (
    select "t0"."artist_id" as "b0", "t0"."artist_id" as "v0", ifnull(joinery_unit_sum(2, iif(joinery_units('album',
        'price', 2), sum(round("t0"."price" * 1e2)) is not null, count("t0"."price") filter (
    where not joinery_units('album', 'price', 2))), sum(round("t0"."price" * 1e2)), iif(joinery_units('album', 'price',
        2), 1, min("t0"."price" = round("t0"."price" * 1e2) / 1e2) filter (
    where not joinery_units('album', 'price', 2))), iif(joinery_units('album', 'price', 2), sum(round("t0"."price"
        * 1e2)) / 1e2, total("t0"."price") filter (
    where not joinery_units('album', 'price', 2)))), 'null') as "j0", nullif(nullif(joinery_unit_sum_value(2, iif(joinery_units('album',
        'price', 2), sum(round("t0"."price" * 1e2)) is not null, count("t0"."price") filter (
    where not joinery_units('album', 'price', 2))), sum(round("t0"."price" * 1e2)), iif(joinery_units('album', 'price',
        2), 1, min("t0"."price" = round("t0"."price" * 1e2) / 1e2) filter (
    where not joinery_units('album', 'price', 2))), iif(joinery_units('album', 'price', 2), sum(round("t0"."price"
        * 1e2)) / 1e2, total("t0"."price") filter (
    where not joinery_units('album', 'price', 2)))), 9e999), -9e999) as "m0"
    from "main"."album" as "t0"
    group by 1
  ) as "g"
  where (iif("g"."m0" between -9007199254740992 and 9007199254740992, "g"."m0", joinery_near("g"."m0")), iif("g"."m0"
      between -9007199254740992 and 9007199254740992, 0, joinery_beyond("g"."m0"))) > (?, ?)
) as "g"
order by "g"."b0" nulls last
limit ? + 0
-- with 10, 0, 100
-- reads album

-- totals
select cast(count(*) as text)
from (
  select "g".*
  from (
    select "t0"."artist_id" as "b0", "t0"."artist_id" as "v0", ifnull(joinery_unit_sum(2, iif(joinery_units('album',
        'price', 2), sum(round("t0"."price" * 1e2)) is not null, count("t0"."price") filter (
    where not joinery_units('album', 'price', 2))), sum(round("t0"."price" * 1e2)), iif(joinery_units('album', 'price',
        2), 1, min("t0"."price" = round("t0"."price" * 1e2) / 1e2) filter (
    where not joinery_units('album', 'price', 2))), iif(joinery_units('album', 'price', 2), sum(round("t0"."price"
        * 1e2)) / 1e2, total("t0"."price") filter (
    where not joinery_units('album', 'price', 2)))), 'null') as "j0", nullif(nullif(joinery_unit_sum_value(2, iif(joinery_units('album',
        'price', 2), sum(round("t0"."price" * 1e2)) is not null, count("t0"."price") filter (
    where not joinery_units('album', 'price', 2))), sum(round("t0"."price" * 1e2)), iif(joinery_units('album', 'price',
        2), 1, min("t0"."price" = round("t0"."price" * 1e2) / 1e2) filter (
    where not joinery_units('album', 'price', 2))), iif(joinery_units('album', 'price', 2), sum(round("t0"."price"
        * 1e2)) / 1e2, total("t0"."price") filter (
    where not joinery_units('album', 'price', 2)))), 9e999), -9e999) as "m0"
    from "main"."album" as "t0"
    group by 1
  ) as "g"
  where (iif("g"."m0" between -9007199254740992 and 9007199254740992, "g"."m0", joinery_near("g"."m0")), iif("g"."m0"
      between -9007199254740992 and 9007199254740992, 0, joinery_beyond("g"."m0"))) > (?, ?)
) as "g"
-- with 10, 0
-- reads album
