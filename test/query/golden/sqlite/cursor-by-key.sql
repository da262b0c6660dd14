-- page
select concat(json_array(iif(+"t0"."at" >= x'' or +"t0"."at" = 9e999 or +"t0"."at" = -9e999, case typeof("t0"."at")
    when 'blob' then joinery_base64("t0"."at") when 'real' then iif("t0"."at" > 0, 'Infinity', '-Infinity') else
    "t0"."at" end, "t0"."at")), '
', concat('[', case typeof("t0"."listener") when 'null' then 'null' when 'text'
    then '"T' || hex("t0"."listener") || '"' else json_quote(quote("t0"."listener")) end, ',', case typeof("t0"."number")
    when 'null' then 'null' when 'text' then '"T' || hex("t0"."number") || '"' else json_quote(quote("t0"."number"))
    end, ']')) as "line"
from "main"."play" as "t0"
where (("t0"."listener", "t0"."number") > (?, ?))
order by "t0"."listener", "t0"."number"
limit ? + 0
-- with 7, 3, 100
-- reads play
-- for usual values
select concat(json_array(iif(+"t0"."at" >= x'', 9e999, "t0"."at")), '
', concat('[', case typeof("t0"."listener")
    when 'null' then 'null' when 'text' then '"T' || hex("t0"."listener") || '"' else json_quote(quote("t0"."listener"))
    end, ',', case typeof("t0"."number") when 'null' then 'null' when 'text' then '"T' || hex("t0"."number") ||
    '"' else json_quote(quote("t0"."number")) end, ']')) as "line"
from "main"."play" as "t0"
where (("t0"."listener", "t0"."number") > (?, ?))
order by "t0"."listener", "t0"."number"
limit ? + 0
-- with 7, 3, 100
