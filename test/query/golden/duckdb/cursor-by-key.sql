-- page
select concat(concat('[', coalesce('"' || case when isfinite("p"."c0") and era("p"."c0") > 0 then replace("p"."c0"::text,
    ' ', 'T') else "p"."c0"::text end || '"', 'null'), ']'), '
', concat('[', coalesce('"' || "p"."s0"::text ||
    '"', 'null'), ',', coalesce('"' || "p"."s1"::text || '"', 'null'), ']')) as "line"
from (
  select "t0"."at" as "c0", "t0"."listener" as "s0", "t0"."number" as "s1"
  from "main"."play" as "t0"
  where ("t0"."listener" > $1::HUGEINT or ("t0"."listener" = $2::HUGEINT and ("t0"."number" > $3::HUGEINT)))
  order by "t0"."listener", "t0"."number"
  limit 100
) as "p"
order by "p"."s0", "p"."s1"
-- with "7", "7", "3"
-- reads play
