-- rows
select concat_ws(',', coalesce(cast("t0"."id" as text), ''), case when iif(+"t0"."title" >= x'', joinery_base64("t0"."title"),
    "t0"."title") is null then '' when iif(+"t0"."title" >= x'', joinery_base64("t0"."title"), "t0"."title") glob
    ? then concat('"', replace(concat('''', iif(+"t0"."title" >= x'', joinery_base64("t0"."title"), "t0"."title")),
    '"', '""'), '"') when iif(+"t0"."title" >= x'', joinery_base64("t0"."title"), "t0"."title") = '' then '""' when
    (instr(iif(+"t0"."title" >= x'', joinery_base64("t0"."title"), "t0"."title"), ',') or instr(iif(+"t0"."title"
    >= x'', joinery_base64("t0"."title"), "t0"."title"), '"') or instr(iif(+"t0"."title" >= x'', joinery_base64("t0"."title"),
    "t0"."title"), '') or instr(iif(+"t0"."title" >= x'', joinery_base64("t0"."title"), "t0"."title"), '
')) then
    concat('"', replace(iif(+"t0"."title" >= x'', joinery_base64("t0"."title"), "t0"."title"), '"', '""'), '"')
    else iif(+"t0"."title" >= x'', joinery_base64("t0"."title"), "t0"."title") end) as "line"
from "main"."album" as "t0"
order by "t0"."id"
-- with "[=+@\t\r\n-]*"
-- reads album
-- in slices by "t0"."id", limit null, offset 0
-- first, all rows: texts
-- as above
-- first: keys
select "t0"."id"
from "main"."album" as "t0"
-- later, all rows: texts
-- as above
-- later: keys
select "t0"."id"
from "main"."album" as "t0"
