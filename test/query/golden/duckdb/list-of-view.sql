-- list
select concat('{"id":', coalesce("t0"."id"::text, 'null'), ',"title":', coalesce(to_json("t0"."title")::text, 'null'),
    ',"price":', coalesce("t0"."price"::text, 'null'), ',"__url__":null,"__links__":{}}') as "line"
from "main"."cheap" as "t0"
-- reads cheap
