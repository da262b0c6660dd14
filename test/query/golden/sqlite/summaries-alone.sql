-- summaries
select concat((
  select ?
), '
', (
  select ifnull(joinery_unit_sum(2, count("t0"."price"), total(round(("t0"."price") * 1e2)), min("t0"."price" =
      round(("t0"."price") * 1e2) / 1e2), total("t0"."price")), 'null')
  from "main"."album" as "t0"
))
-- with "null"
-- reads album
