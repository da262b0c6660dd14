-- page
select concat(json_array("t0"."id", iif(+"t0"."title" >= x'', joinery_base64("t0"."title"), "t0"."title")), '
',
    concat('[', case typeof("t0"."id") when 'null' then 'null' when 'text' then case when octet_length("t0"."id")
    = length("t0"."id") and "t0"."id" not glob '*[^ -~]*' then json_quote('S' || "t0"."id") else '"T' || hex("t0"."id")
    || '"' end else json_quote(quote("t0"."id")) end, ']')) as "line"
from "main"."album" as "t0"
order by "t0"."id"
limit ? + 0
-- with 6000
-- reads album
-- in slices by "t0"."id", limit 6000, offset 0
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

-- totals
select cast(count(*) as text)
from "main"."album" as "t0"
-- reads album
