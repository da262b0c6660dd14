-- page
select (('[' || coalesce(to_json("p"."c1")::text, 'null') || ',' || coalesce(to_json("t1"."title")::text, 'null')
    || ']') || '
' || ('[' || coalesce(to_json(("p"."s0")::text)::text, 'null') || ',' || coalesce('"' || ("p"."s1"
    | 0)::text || '"', 'null') || ']')) as "line"
from (
  select "t0"."album_id" as "c0", "t0"."name" as "c1", "t0"."name" as "s0", "t0"."id" as "s1"
  from "public"."track" as "t0"
  where (("t0"."length" > $1::float8))
  order by "t0"."name" nulls last, "t0"."id"
  limit 100
) as "p"
left join (
  select "t0"."id", "t0"."title", "t0"."artist_id", "t0"."producer_id", "t0"."released", "t0"."price", "t0"."sold",
      case when (("t0"."sold" = $2::boolean)) then "t0"."code" end as "code"
  from "public"."album" as "t0"
  where (("t0"."artist_id" = $3::int8) or ("t0"."sold" = $4::boolean))
) as "t1" on "t1"."id" = "p"."c0"
order by "p"."s0" nulls last, "p"."s1"
-- with "60", false, "3", false
-- reads album, track

-- totals
select (count(*))::text
from "public"."track" as "t0"
where (("t0"."length" > $1::float8))
-- with "60"
-- reads track
