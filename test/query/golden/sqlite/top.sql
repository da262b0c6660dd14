-- page
select concat(json_array("g"."c0", iif(+"g"."c1" >= x'', joinery_base64("g"."c1"), "g"."c1")), '
', concat('[',
    ifnull('"' || "g"."c0" || '"', 'null'), ']')) as "line"
from (
  select "g".*
  from (with "rows" as materialized (
    select "t0"."id" as "c0", "t0"."title" as "c1", "t0"."artist_id" as "c2", "t0"."price" as "c3"
    from "main"."album" as "t0"
  ), "parts" as materialized (
    select distinct "g"."c2" as "p0"
    from "rows" as "g"
    limit 9
  ), "bounds" as materialized (
    select "p".*, (
      select "g"."c3"
      from "rows" as "g"
      where +("g"."c2") is "p"."p0"
      order by "g"."c3" desc nulls last
      limit 1 offset 2
    ) as "bound"
    from "parts" as "p"
    where (
      select count(*)
      from "parts"
    ) <= 8
  )
  select "g".*, row_number() over (partition by "g"."c2"
  order by "g"."c3" desc nulls last, "g"."c0") as "place"
  from "bounds" as "p" cross
  join "rows" as "g"
  where +("g"."c2") is "p"."p0" and ("p"."bound" is null or +("g"."c3") >= +"p"."bound") union all
  select "g".*, row_number() over (partition by "g"."c2"
  order by "g"."c3" desc nulls last, "g"."c0") as "place"
  from "rows" as "g"
  where (
    select count(*)
    from "parts"
  ) > 8) as "g"
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
  from (with "rows" as materialized (
    select "t0"."id" as "c0", "t0"."title" as "c1", "t0"."artist_id" as "c2", "t0"."price" as "c3"
    from "main"."album" as "t0"
  ), "parts" as materialized (
    select distinct "g"."c2" as "p0"
    from "rows" as "g"
    limit 9
  ), "bounds" as materialized (
    select "p".*, (
      select "g"."c3"
      from "rows" as "g"
      where +("g"."c2") is "p"."p0"
      order by "g"."c3" desc nulls last
      limit 1 offset 2
    ) as "bound"
    from "parts" as "p"
    where (
      select count(*)
      from "parts"
    ) <= 8
  )
  select "g".*, row_number() over (partition by "g"."c2"
  order by "g"."c3" desc nulls last, "g"."c0") as "place"
  from "bounds" as "p" cross
  join "rows" as "g"
  where +("g"."c2") is "p"."p0" and ("p"."bound" is null or +("g"."c3") >= +"p"."bound") union all
  select "g".*, row_number() over (partition by "g"."c2"
  order by "g"."c3" desc nulls last, "g"."c0") as "place"
  from "rows" as "g"
  where (
    select count(*)
    from "parts"
  ) > 8) as "g"
  where "g"."place" <= 3
) as "g"
-- reads album
