-- page
select concat(concat('[', coalesce('"' || case when isfinite("t0"."at") and year("t0"."at") > 0 then replace("t0"."at"::text,
    ' ', 'T') else "t0"."at"::text end || '"', 'null'), ']'), '
', concat('[', coalesce('"' || "t0"."listener"::text
    || '"', 'null'), ',', coalesce('"' || "t0"."number"::text || '"', 'null'), ']')) as "line"
from "main"."play" as "t0"
where ("t0"."listener" > $1::HUGEINT or ("t0"."listener" = $2::HUGEINT and ("t0"."number" > $3::HUGEINT)))
order by "t0"."listener", "t0"."number"
limit 100
-- with "7", "7", "3"
-- reads play
