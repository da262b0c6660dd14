-- page
select (('[' || coalesce(("p"."c0" | 0)::text, 'null') || ',' || coalesce(to_json("p"."c1")::text, 'null') || ','
    || coalesce(trim_scale("p"."c2")::text, 'null') || ']') || '
' || ('[' || coalesce(to_json(("p"."s0")::text)::text,
    'null') || ',' || coalesce('"' || ("p"."s1" | 0)::text || '"', 'null') || ']')) as "line"
from (
  select "t0"."id" as "c0", "t0"."title" as "c1", (round(("t0"."price"::numeric * $1::numeric), (case when $2::numeric
      is not null then greatest(least(trunc($3::numeric), 1000), -1000) end)::int)) as "c2", (round(("t0"."price"::numeric
      * $4::numeric), (case when $5::numeric is not null then greatest(least(trunc($6::numeric), 1000), -1000) end)::int))
      as "s0", "t0"."id" as "s1"
  from "public"."album" as "t0"
  order by (round(("t0"."price"::numeric * $7::numeric), (case when $8::numeric is not null then greatest(least(trunc($9::numeric),
      1000), -1000) end)::int)) nulls last, "t0"."id"
  limit 100
) as "p"
order by "p"."s0" nulls last, "p"."s1"
-- with "1.2", "2", "2", "1.2", "2", "2", "1.2", "2", "2"
-- reads album

-- totals
select ("b"."n")::text
from (
  select count(*) as "n"
  from "public"."album" as "t0"
) as "b"
-- reads album
