-- page
select (('[' || coalesce(("t0"."id" | 0)::text, 'null') || ',' || coalesce(to_json("t0"."title")::text, 'null')
    || ',' || coalesce(trim_scale(coalesce("r1"."v0", 0))::text, 'null') || ']') || '
' || ('[' || coalesce(to_json((coalesce("r1"."v0",
    0))::text)::text, 'null') || ',' || coalesce('"' || ("t0"."id" | 0)::text || '"', 'null') || ']')) as "line"
from "public"."album" as "t0"
left join (
  select "t1"."album_id" as "k0", (count("t1"."album_id"))::numeric as "v0"
  from "public"."track" as "t1"
  group by 1
) as "r1" on "r1"."k0" = "t0"."id"
order by coalesce("r1"."v0", 0) desc nulls last, "t0"."id"
limit 100
-- reads album, track

-- totals
select ("b"."n")::text
from (
  select count(*) as "n"
  from "public"."album" as "t0"
) as "b"
-- reads album
