-- after a value
select concat(json_array("t0"."id", iif(+"t0"."title" >= x'', joinery_base64("t0"."title"), "t0"."title"), iif(+"t0"."released"
    >= x'' or +"t0"."released" = 9e999 or +"t0"."released" = -9e999, case typeof("t0"."released") when 'blob' then
    joinery_base64("t0"."released") when 'real' then iif("t0"."released" > 0, 'Infinity', '-Infinity') else "t0"."released"
    end, "t0"."released")), '
', concat('[', case typeof("t0"."released") when 'null' then 'null' when 'text' then
    '"T' || hex("t0"."released") || '"' else json_quote(quote("t0"."released")) end, ',', case typeof("t0"."title")
    when 'null' then 'null' when 'text' then '"T' || hex("t0"."title") || '"' else json_quote(quote("t0"."title"))
    end, ',', ifnull('"' || "t0"."id" || '"', 'null'), ']')) as "line"
from "main"."album" as "t0"
where ("t0"."released" > +cast(? as text) or ("t0"."released" = +cast(? as text) and ("t0"."title" <= +cast(? as
    text) and ("t0"."title" < +cast(? as text) or ("t0"."id" > ?)))) or "t0"."released" is null)
order by "t0"."released" nulls last, "t0"."title" desc, "t0"."id"
limit ? + 0
-- with "2020-01-01", "2020-01-01", "x", "x", 7, 100
-- reads album
-- for usual values
select concat(json_array("t0"."id", iif(+"t0"."title" >= x'', 9e999, "t0"."title"), iif(+"t0"."released" >= x'',
    9e999, "t0"."released")), '
', concat('[', case typeof("t0"."released") when 'null' then 'null' when 'text'
    then '"T' || hex("t0"."released") || '"' else json_quote(quote("t0"."released")) end, ',', case typeof("t0"."title")
    when 'null' then 'null' when 'text' then '"T' || hex("t0"."title") || '"' else json_quote(quote("t0"."title"))
    end, ',', ifnull('"' || "t0"."id" || '"', 'null'), ']')) as "line"
from "main"."album" as "t0"
where ("t0"."released" > +cast(? as text) or ("t0"."released" = +cast(? as text) and ("t0"."title" <= +cast(? as
    text) and ("t0"."title" < +cast(? as text) or ("t0"."id" > ?)))) or "t0"."released" is null)
order by "t0"."released" nulls last, "t0"."title" desc, "t0"."id"
limit ? + 0
-- with "2020-01-01", "2020-01-01", "x", "x", 7, 100

-- after NULL
select concat(json_array("t0"."id", iif(+"t0"."title" >= x'', joinery_base64("t0"."title"), "t0"."title"), iif(+"t0"."released"
    >= x'' or +"t0"."released" = 9e999 or +"t0"."released" = -9e999, case typeof("t0"."released") when 'blob' then
    joinery_base64("t0"."released") when 'real' then iif("t0"."released" > 0, 'Infinity', '-Infinity') else "t0"."released"
    end, "t0"."released")), '
', concat('[', case typeof("t0"."released") when 'null' then 'null' when 'text' then
    '"T' || hex("t0"."released") || '"' else json_quote(quote("t0"."released")) end, ',', case typeof("t0"."title")
    when 'null' then 'null' when 'text' then '"T' || hex("t0"."title") || '"' else json_quote(quote("t0"."title"))
    end, ',', ifnull('"' || "t0"."id" || '"', 'null'), ']')) as "line"
from "main"."album" as "t0"
where ("t0"."released" is null and ("t0"."title" <= +cast(? as text) and ("t0"."title" < +cast(? as text) or ("t0"."id"
    > ?))))
order by "t0"."released" nulls last, "t0"."title" desc, "t0"."id"
limit ? + 0
-- with "x", "x", 7, 100
-- reads album
-- for usual values
select concat(json_array("t0"."id", iif(+"t0"."title" >= x'', 9e999, "t0"."title"), iif(+"t0"."released" >= x'',
    9e999, "t0"."released")), '
', concat('[', case typeof("t0"."released") when 'null' then 'null' when 'text'
    then '"T' || hex("t0"."released") || '"' else json_quote(quote("t0"."released")) end, ',', case typeof("t0"."title")
    when 'null' then 'null' when 'text' then '"T' || hex("t0"."title") || '"' else json_quote(quote("t0"."title"))
    end, ',', ifnull('"' || "t0"."id" || '"', 'null'), ']')) as "line"
from "main"."album" as "t0"
where ("t0"."released" is null and ("t0"."title" <= +cast(? as text) and ("t0"."title" < +cast(? as text) or ("t0"."id"
    > ?))))
order by "t0"."released" nulls last, "t0"."title" desc, "t0"."id"
limit ? + 0
-- with "x", "x", 7, 100
