-- list
select ('{"id":' || coalesce(("t0"."id" | 0)::text, 'null') || ',"title":' || coalesce(to_json("t0"."title")::text,
    'null') || ',"price":' || coalesce(to_json("t0"."price")::text, 'null') || ',"__url__":null,"__links__":{}}')
    as "line"
from "public"."cheap" as "t0"
-- reads cheap
