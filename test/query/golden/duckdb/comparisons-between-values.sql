-- page
select concat(concat('[', coalesce("p"."c0"::text, 'null'), ',', coalesce(to_json("p"."c1")::text, 'null'), ',',
    coalesce("p"."c2"::text, 'null'), ',', coalesce(case when isfinite("p"."c3") then "p"."c3"::text when "p"."c3"
    is not null then case when isnan("p"."c3") then '"NaN"' when "p"."c3" > 0 then '"Infinity"' else '"-Infinity"'
    end end, 'null'), ']'), '
', concat('[', coalesce('"' || "p"."s0"::text || '"', 'null'), ',', coalesce('"' ||
    "p"."s1"::text || '"', 'null'), ']')) as "line"
from (
  select "t0"."id" as "c0", "t0"."title" as "c1", "t0"."price" as "c2", "t1"."length" as "c3", "t0"."id" as "s0",
      "t1"."id" as "s1"
  from "main"."album" as "t0"
  join "main"."track" as "t1" on 1 = 1
  where ("t0"."price" <= $1::DECIMAL(38,2)) and ("t1"."length" > $2::DOUBLE) and ("t0"."id" < "t0"."id")
  order by "t0"."id", "t1"."id"
  limit 100
) as "p"
order by "p"."s0", "p"."s1"
-- with "9.99", "0.1"
-- reads album, track

-- totals
select concat(((
  select count(*)
  from "main"."track" as "t1"
  where ("t1"."length" > $1::DOUBLE)
))::text, '*', ((
  select count(*)
  from "main"."album" as "t0"
  where ("t0"."price" <= $2::DECIMAL(38,2)) and ("t0"."id" < "t0"."id")
))::text)
-- with "0.1", "9.99"
-- reads track, album
