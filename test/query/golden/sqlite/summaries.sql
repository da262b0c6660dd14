-- page
select concat(json_array("t0"."id", iif(+"t0"."title" >= x'', joinery_base64("t0"."title"), "t0"."title"), iif(+"t0"."price"
    >= 9e999 or +"t0"."price" <= -9e999, case typeof("t0"."price") when 'blob' then joinery_base64("t0"."price")
    when 'real' then iif("t0"."price" > 0, 'Infinity', '-Infinity') else "t0"."price" end, "t0"."price")), '
',
    concat('[', ifnull('"' || "t0"."id" || '"', 'null'), ']')) as "line"
from "main"."album" as "t0"
order by "t0"."id"
limit ? + 0
-- with 100
-- reads album
-- for usual values
select concat(json_array("t0"."id", iif(+"t0"."title" >= x'', 9e999, "t0"."title"), iif(+"t0"."price" >= x'', 9e999,
    "t0"."price")), '
', concat('[', ifnull('"' || "t0"."id" || '"', 'null'), ']')) as "line"
from "main"."album" as "t0"
order by "t0"."id"
limit ? + 0
-- with 100

-- totals
select concat(cast(count(*) as text), '
', ifnull(joinery_unit_sum(2, count("t0"."price"), total(round(("t0"."price")
    * 1e2)), min("t0"."price" = round(("t0"."price") * 1e2) / 1e2), total("t0"."price")), 'null'), '
', ifnull(joinery_unit_avg(2,
    count("t0"."price"), total(round(("t0"."price") * 1e2)), min("t0"."price" = round(("t0"."price") * 1e2) / 1e2),
    total("t0"."price")), 'null'), '
', iif(+min("t0"."price") >= 9e999 or +min("t0"."price") <= -9e999, json_quote(case
    typeof(min("t0"."price")) when 'blob' then joinery_base64(min("t0"."price")) when 'real' then iif(min("t0"."price")
    > 0, 'Infinity', '-Infinity') else min("t0"."price") end), ifnull(min("t0"."price"), 'null')), '
', iif(+max("t0"."price")
    >= 9e999 or +max("t0"."price") <= -9e999, json_quote(case typeof(max("t0"."price")) when 'blob' then joinery_base64(max("t0"."price"))
    when 'real' then iif(max("t0"."price") > 0, 'Infinity', '-Infinity') else max("t0"."price") end), ifnull(max("t0"."price"),
    'null')), '
', cast(count("t0"."price") as text), '
', cast(count(distinct "t0"."price") as text))
from "main"."album" as "t0"
-- reads album
