-- page
select concat(concat('[', iif(+"g"."v0" >= 9e999 or +"g"."v0" <= -9e999, json_quote(case typeof("g"."v0") when 'blob'
    then joinery_base64("g"."v0") when 'real' then iif("g"."v0" > 0, 'Infinity', '-Infinity') else "g"."v0" end),
    ifnull("g"."v0", 'null')), ',', "g"."j0", ']'), '
', concat('[', case typeof("g"."b0") when 'null' then 'null'
    when 'text' then '"T' || hex("g"."b0") || '"' else json_quote(quote("g"."b0")) end, ']'))
from (
  select "t0"."listener" as "b0", "t0"."listener" as "v0", cast(count(*) as text) as "j0"
  from "main"."play" as "t0"
  group by 1
) as "g"
order by "g"."b0" nulls last
limit ? + 0
-- with 100
-- reads play

-- totals
select cast(count(*) as text)
from (
  select "t0"."listener" as "b0"
  from "main"."play" as "t0"
  group by 1
) as "g"
-- reads play
