-- summaries
select ((
  select $1::text
) || '
' || (
  select coalesce(to_json(sum("t0"."price")::numeric)::text, 'null')
  from "public"."album" as "t0"
))
-- with "null"
-- reads album
