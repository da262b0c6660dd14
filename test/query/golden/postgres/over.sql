-- page
select (('[' || coalesce(trim_scale("g"."v0")::text, 'null') || ',' || "g"."j0" || ',' || coalesce(trim_scale("g"."o0")::text,
    'null') || ']') || '
' || ('[' || coalesce(to_json(("g"."b0")::text)::text, 'null') || ']'))
from (
  select "g".*, nullif(nullif(least(greatest(sum("g"."m0") over (
  order by "g"."v0" nulls last, "g"."b0" nulls last rows unbounded preceding), -1e30), 1e30), 1e30), -1e30) as "o0"
  from (
    select "b"."c0" as "b0", "b"."c0" as "v0", coalesce(to_json(sum("b"."c1")::numeric)::text, 'null') as "j0",
        (sum("b"."c1")::numeric)::numeric as "m0"
    from (
      select (floor(extract(year
      from "t0"."released"::date))::numeric) as "c0", "t0"."price" as "c1"
      from "public"."album" as "t0"
    ) as "b"
    group by 1
  ) as "g"
) as "g"
order by "g"."b0" nulls last
limit 100
-- reads album

-- totals
select (count(*))::text
from (
  select (floor(extract(year
  from "t0"."released"::date))::numeric) as "b0"
  from "public"."album" as "t0"
  group by 1
) as "g"
-- reads album
