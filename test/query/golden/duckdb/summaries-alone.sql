-- summaries
select concat((
  select $1::text
), '
', (
  select coalesce(sum("t0"."price")::text, 'null')
  from "main"."album" as "t0"
))
-- with "null"
-- reads album
