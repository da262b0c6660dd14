-- page
select concat(concat('[', coalesce("g"."v0"::text, 'null'), ',', "g"."j0", ']'), '
', concat('[', coalesce('"' ||
    "g"."b0"::text || '"', 'null'), ']'))
from (
  select "g".*
  from (
    select "t0"."artist_id" as "b0", "t0"."artist_id" as "v0", coalesce(sum("t0"."price")::text, 'null') as "j0",
        try_cast(sum("t0"."price")::text as DECIMAL(38,2)) as "m0"
    from "main"."album" as "t0"
    group by 1
  ) as "g"
  where "g"."m0" > $1::DECIMAL(38,2)
) as "g"
order by "g"."b0" nulls last
limit 100
-- with "10.00"
-- reads album

-- totals
select (count(*))::text
from (
  select "g".*
  from (
    select "t0"."artist_id" as "b0", "t0"."artist_id" as "v0", coalesce(sum("t0"."price")::text, 'null') as "j0",
        try_cast(sum("t0"."price")::text as DECIMAL(38,2)) as "m0"
    from "main"."album" as "t0"
    group by 1
  ) as "g"
  where "g"."m0" > $1::DECIMAL(38,2)
) as "g"
-- with "10.00"
-- reads album
