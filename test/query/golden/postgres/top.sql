-- page
select (('[' || coalesce(("g"."c0" | 0)::text, 'null') || ',' || coalesce(to_json("g"."c1")::text, 'null') || ']')
    || '
' || ('[' || coalesce('"' || ("g"."c0" | 0)::text || '"', 'null') || ']')) as "line"
from (
  select "g".*
  from (
    select "g".*, row_number() over (partition by "g"."c2"
    order by "g"."c3" desc nulls last, "g"."c0") as "place"
    from (
      select "t0"."id" as "c0", "t0"."title" as "c1", "t0"."artist_id" as "c2", "t0"."price" as "c3"
      from "public"."album" as "t0"
    ) as "g"
  ) as "g"
  where "g"."place" <= 3
) as "g"
order by "g"."c0"
limit 100
-- reads album

-- totals
select (count(*))::text
from (
  select "g".*
  from (
    select "g".*, row_number() over (partition by "g"."c2"
    order by "g"."c3" desc nulls last, "g"."c0") as "place"
    from (
      select "t0"."id" as "c0", "t0"."title" as "c1", "t0"."artist_id" as "c2", "t0"."price" as "c3"
      from "public"."album" as "t0"
    ) as "g"
  ) as "g"
  where "g"."place" <= 3
) as "g"
-- reads album
