-- page
select concat(json_array("t0"."id", iif(+"t0"."title" >= x'', joinery_base64("t0"."title"), "t0"."title"), iif(+"t0"."released"
    >= x'' or +"t0"."released" = 9e999 or +"t0"."released" = -9e999, case typeof("t0"."released") when 'blob' then
    joinery_base64("t0"."released") when 'real' then iif("t0"."released" > 0, 'Infinity', '-Infinity') else "t0"."released"
    end, "t0"."released"), iif(+"t0"."price" >= 9e999 or +"t0"."price" <= -9e999, case typeof("t0"."price") when
    'blob' then joinery_base64("t0"."price") when 'real' then iif("t0"."price" > 0, 'Infinity', '-Infinity') else
    "t0"."price" end, "t0"."price")), '
', concat('[', case typeof("t0"."released") when 'null' then 'null' when
    'text' then '"T' || hex("t0"."released") || '"' else json_quote(quote("t0"."released")) end, ',', case typeof("t0"."price")
    when 'null' then 'null' when 'text' then '"T' || hex("t0"."price") || '"' else json_quote(quote("t0"."price"))
    end, ',', case typeof("t0"."title") when 'null' then 'null' when 'text' then '"T' || hex("t0"."title") || '"'
    else json_quote(quote("t0"."title")) end, ',', ifnull('"' || "t0"."id" || '"', 'null'), ']')) as "line"
from "main"."album" as "t0"
order by "t0"."released" desc nulls last, "t0"."price" nulls first, "t0"."title", "t0"."id"
limit ? + 0
-- with 100
-- reads album
-- for usual values
select concat(json_array("t0"."id", iif(+"t0"."title" >= x'', 9e999, "t0"."title"), iif(+"t0"."released" >= x'',
    9e999, "t0"."released"), iif(+"t0"."price" >= x'', 9e999, "t0"."price")), '
', concat('[', case typeof("t0"."released")
    when 'null' then 'null' when 'text' then '"T' || hex("t0"."released") || '"' else json_quote(quote("t0"."released"))
    end, ',', case typeof("t0"."price") when 'null' then 'null' when 'text' then '"T' || hex("t0"."price") || '"'
    else json_quote(quote("t0"."price")) end, ',', case typeof("t0"."title") when 'null' then 'null' when 'text'
    then '"T' || hex("t0"."title") || '"' else json_quote(quote("t0"."title")) end, ',', ifnull('"' || "t0"."id"
    || '"', 'null'), ']')) as "line"
from "main"."album" as "t0"
order by "t0"."released" desc nulls last, "t0"."price" nulls first, "t0"."title", "t0"."id"
limit ? + 0
-- with 100

-- totals
select cast("b"."n" as text)
from (
  select count(*) as "n"
  from "main"."album" as "t0"
) as "b"
-- reads album
