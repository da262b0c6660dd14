-- page
select ((('[' || coalesce(("t0"."id" | 0)::text, 'null') || ',' || coalesce(to_json("t0"."title")::text, 'null')
    || ',') || (coalesce(to_json("t0"."price")::text, 'null') || ',' || coalesce(to_json("t1"."length")::text, 'null')
    || ']')) || '
' || ('[' || coalesce('"' || ("t0"."id" | 0)::text || '"', 'null') || ',' || coalesce('"' || ("t1"."id"
    | 0)::text || '"', 'null') || ']')) as "line"
from "public"."album" as "t0"
join "public"."track" as "t1" on 1 = 1
where ("t0"."price" < $1::numeric) and ("t1"."length" > $2::float8) and ("t0"."id" = $3::numeric)
order by "t0"."id", "t1"."id"
limit 100
-- with "9.999", "0.1", "2.5"
-- reads album, track

-- totals
select (((
  select count(*)
  from "public"."track" as "t1"
  where ("t1"."length" > $1::float8)
))::text || '*' || ((
  select count(*)
  from "public"."album" as "t0"
  where ("t0"."price" < $2::numeric) and ("t0"."id" = $3::numeric)
))::text)
-- with "0.1", "9.999", "2.5"
-- reads track, album
