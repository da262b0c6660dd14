-- page
select (('[' || coalesce(case when "t0"."at" >= timestamp '0001-01-01' then '"' || replace("t0"."at"::text, ' ',
    'T') || '"' else to_json("t0"."at")::text end, 'null') || ']') || '
' || ('[' || coalesce('"' || ("t0"."listener"
    | 0)::text || '"', 'null') || ',' || coalesce('"' || ("t0"."number" | 0)::text || '"', 'null') || ']')) as "line"
from "public"."play" as "t0"
where (("t0"."listener", "t0"."number") > ($1::int8, $2::int8))
order by "t0"."listener", "t0"."number"
limit 100
-- with "7", "3"
-- reads play
