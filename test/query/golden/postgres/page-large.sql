-- page
select (('[' || coalesce(("p"."c0" | 0)::text, 'null') || ',' || coalesce(to_json("p"."c1")::text, 'null') || ']')
    || '
' || ('[' || coalesce('"' || ("p"."s0" | 0)::text || '"', 'null') || ']')) as "line"
from (
  select "t0"."id" as "c0", "t0"."title" as "c1", "t0"."id" as "s0"
  from "public"."album" as "t0"
  order by "t0"."id"
  limit 6000
) as "p"
order by "p"."s0"
-- reads album

-- totals
select ("b"."n")::text
from (
  select count(*) as "n"
  from "public"."album" as "t0"
) as "b"
-- reads album
