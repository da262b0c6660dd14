-- list
select concat('{"id":', iif(+"t0"."id" >= 9e999 or +"t0"."id" <= -9e999, json_quote(case typeof("t0"."id") when
    'blob' then joinery_base64("t0"."id") when 'real' then iif("t0"."id" > 0, 'Infinity', '-Infinity') else "t0"."id"
    end), ifnull("t0"."id", 'null')), ',"title":', json_quote(iif(+"t0"."title" >= x'', joinery_base64("t0"."title"),
    "t0"."title")), ',"price":', iif(+"t0"."price" >= 9e999 or +"t0"."price" <= -9e999, json_quote(case typeof("t0"."price")
    when 'blob' then joinery_base64("t0"."price") when 'real' then iif("t0"."price" > 0, 'Infinity', '-Infinity')
    else "t0"."price" end), ifnull("t0"."price", 'null')), ',"__url__":null,"__links__":{}}') as "line"
from "main"."cheap" as "t0"
-- reads cheap
