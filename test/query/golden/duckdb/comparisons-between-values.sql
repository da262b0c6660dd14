-- page
select concat(concat('[', coalesce("t0"."id"::text, 'null'), ',', coalesce(to_json("t0"."title")::text, 'null'),
    ',', coalesce("t0"."price"::text, 'null'), ',', coalesce(case when isfinite("t1"."length") then "t1"."length"::text
    when "t1"."length" is not null then case when isnan("t1"."length") then '"NaN"' when "t1"."length" > 0 then
    '"Infinity"' else '"-Infinity"' end end, 'null'), ']'), '
', concat('[', coalesce('"' || "t0"."id"::text ||
    '"', 'null'), ',', coalesce('"' || "t1"."id"::text || '"', 'null'), ']')) as "line"
from "main"."album" as "t0"
join "main"."track" as "t1" on 1 = 1
where ("t0"."price" <= $1::DECIMAL(38,2)) and ("t1"."length" > $2::DOUBLE) and ("t0"."id" < "t0"."id")
order by "t0"."id", "t1"."id"
limit 100
-- with "9.99", "0.1"
-- reads album, track

-- totals
select concat((
  select (count(*))::text
  from "main"."track" as "t1"
  where ("t1"."length" > $1::DOUBLE)
), '*', (
  select (count(*))::text
  from "main"."album" as "t0"
  where ("t0"."price" <= $2::DECIMAL(38,2)) and ("t0"."id" < "t0"."id")
))
-- with "0.1", "9.99"
-- reads track, album
