-- page
select ((('[' || coalesce(("p"."c0" | 0)::text, 'null') || ',' || coalesce(to_json("p"."c1")::text, 'null') || ',')
    || (coalesce(trim_scale(coalesce("r1"."v0", 0))::text, 'null') || ',' || coalesce(to_json("r1"."v1")::text,
    'null') || ']')) || '
' || ('[' || coalesce('"' || ("p"."s0" | 0)::text || '"', 'null') || ']')) as "line"
from (
  select "t0"."id" as "c0", "t0"."title" as "c1", "t0"."id" as "s0"
  from "public"."album" as "t0"
  order by "t0"."id"
  limit 100
) as "p"
left join lateral (
  select "t1"."album_id" as "k0", (count("t1"."album_id"))::numeric as "v0", max("t1"."length") as "v1"
  from "public"."track" as "t1"
  where "t1"."album_id" = "p"."c0"
  group by 1
) as "r1" on "r1"."k0" = "p"."c0"
order by "p"."s0"
-- reads track, album

-- totals
select ("b"."n")::text
from (
  select count(*) as "n"
  from "public"."album" as "t0"
) as "b"
-- reads album
