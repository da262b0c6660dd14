-- page
select concat(concat('[', coalesce("p"."c0"::text, 'null'), ',', coalesce(to_json("p"."c1")::text, 'null'), ',',
    coalesce('"' || "p"."c2"::text || '"', 'null'), ',', coalesce("p"."c3"::text, 'null'), ',', coalesce("p"."c4"::text,
    'null'), ']'), '
', concat('[', coalesce('"' || "p"."s0"::text || '"', 'null'), ']')) as "line"
from (
  select "t0"."id" as "c0", "t0"."title" as "c1", "t0"."released" as "c2", "t0"."price" as "c3", "t0"."sold" as
      "c4", "t0"."id" as "s0"
  from "main"."album" as "t0"
  where ("t0"."price" > $1::DECIMAL(38,2)) and ((("t0"."released" >= try_cast($2::text as DATE)) and ("t0"."released"
      <= try_cast($3::text as DATE)))) and ("t0"."sold" = $4::BOOLEAN) and (not ("t0"."title" = $5::text)) and (not
      ((replace(lower(replace("t0"."title", 'İ', 'i')), 'ς', 'σ') = $6::text) or ("t0"."price" is null))) and ("t0"."id"
      < "t0"."price")
  order by "t0"."id"
  limit 100
) as "p"
order by "p"."s0"
-- with "9.50", "2020-01-01", "2020-12-31", "true", "x", "y"
-- reads album

-- totals
select (count(*))::text
from "main"."album" as "t0"
where ("t0"."price" > $1::DECIMAL(38,2)) and ((("t0"."released" >= try_cast($2::text as DATE)) and ("t0"."released"
    <= try_cast($3::text as DATE)))) and ("t0"."sold" = $4::BOOLEAN) and (not ("t0"."title" = $5::text)) and (not
    ((replace(lower(replace("t0"."title", 'İ', 'i')), 'ς', 'σ') = $6::text) or ("t0"."price" is null))) and ("t0"."id"
    < "t0"."price")
-- with "9.50", "2020-01-01", "2020-12-31", "true", "x", "y"
-- reads album
