-- summaries
select concat((
  select ?
), '
', (
  select ifnull(joinery_unit_sum(2, iif(joinery_units('album', 'price', 2), sum(round("t0"."price" * 1e2)) is not
      null, count("t0"."price") filter (
  where not joinery_units('album', 'price', 2))), sum(round("t0"."price" * 1e2)), iif(joinery_units('album', 'price',
      2), 1, min("t0"."price" = round("t0"."price" * 1e2) / 1e2) filter (
  where not joinery_units('album', 'price', 2))), iif(joinery_units('album', 'price', 2), sum(round("t0"."price"
      * 1e2)) / 1e2, total("t0"."price") filter (
  where not joinery_units('album', 'price', 2)))), 'null')
  from "main"."album" as "t0"
))
-- with "null"
-- reads album
