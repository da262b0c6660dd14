-- page
select ((('[' || coalesce(("t0"."id" | 0)::text, 'null') || ',' || coalesce(to_json("t0"."title")::text, 'null')
    || ',') || (coalesce(to_json("t0"."released")::text, 'null') || ',' || coalesce(to_json("t0"."price")::text,
    'null') || ']')) || '
' || (('[' || coalesce('"' || ("t0"."released" + 0)::text || '"', 'null') || ',' || coalesce(to_json(("t0"."price")::text)::text,
    'null') || ',') || (coalesce(to_json(("t0"."title")::text)::text, 'null') || ',' || coalesce('"' || ("t0"."id"
    | 0)::text || '"', 'null') || ']'))) as "line"
from "public"."album" as "t0"
order by "t0"."released" desc nulls last, "t0"."price" nulls first, "t0"."title", "t0"."id"
limit 100
-- reads album

-- totals
select ("b"."n")::text
from (
  select count(*) as "n"
  from "public"."album" as "t0"
) as "b"
-- reads album
