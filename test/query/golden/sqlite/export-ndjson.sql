-- rows
select concat('{"id":', ifnull("t0"."id", 'null'), ',"title":', json_quote(iif(+"t0"."title" >= x'', joinery_base64("t0"."title"),
    "t0"."title")), '}') as "line"
from "main"."album" as "t0"
order by "t0"."title", "t0"."id"
-- reads album
