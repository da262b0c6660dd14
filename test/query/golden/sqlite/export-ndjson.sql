-- rows
select concat(?, ifnull("t0"."id", 'null'), ?, json_quote(iif(+"t0"."title" >= x'', joinery_base64("t0"."title"),
    "t0"."title")), ?) as "line"
from "main"."album" as "t0"
order by "t0"."title", "t0"."id"
-- with "{\"id\":", ",\"title\":", "}"
-- reads album
