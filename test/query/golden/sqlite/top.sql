-- page
select concat(json_array("g"."c0", iif(+"g"."c1" >= x'', joinery_base64("g"."c1"), "g"."c1")), '
', concat('[',
    ifnull('"' || "g"."c0" || '"', 'null'), ']')) as "line"
from (
  select "g".*
  from (
    select "g".*, row_number() over (partition by "g"."c2"
    order by "g"."c3" desc nulls last, "g"."c0") as "place"
    from (
      select "t0"."id" as "c0", "t0"."title" as "c1", "t0"."artist_id" as "c2", "t0"."price" as "c3"
      from "main"."album" as "t0"
    ) as "g"
  ) as "g"
  where "g"."place" <= 3
) as "g"
order by "g"."c0"
limit ? + 0
-- with 100
-- reads album

-- totals
select cast(count(*) as text)
from (
  select "g".*
  from (
    select "g".*, row_number() over (partition by "g"."c2"
    order by "g"."c3" desc nulls last, "g"."c0") as "place"
    from (
      select "t0"."id" as "c0", "t0"."title" as "c1", "t0"."artist_id" as "c2", "t0"."price" as "c3"
      from "main"."album" as "t0"
    ) as "g"
  ) as "g"
  where "g"."place" <= 3
) as "g"
-- reads album
