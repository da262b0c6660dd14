-- rows
select concat('[', case when typeof("t0"."added") in ('integer', 'real') and iif(+"t0"."added" >= x'' or +"t0"."added"
    = 9e999 or +"t0"."added" = -9e999, case typeof("t0"."added") when 'blob' then joinery_base64("t0"."added") when
    'real' then iif("t0"."added" > 0, 'Infinity', '-Infinity') else "t0"."added" end, cast("t0"."added" as text))
    not in ('Infinity', '-Infinity') then iif(+"t0"."added" >= x'' or +"t0"."added" = 9e999 or +"t0"."added" = -9e999,
    case typeof("t0"."added") when 'blob' then joinery_base64("t0"."added") when 'real' then iif("t0"."added" >
    0, 'Infinity', '-Infinity') else "t0"."added" end, cast("t0"."added" as text)) else json_quote(iif(+"t0"."added"
    >= x'' or +"t0"."added" = 9e999 or +"t0"."added" = -9e999, case typeof("t0"."added") when 'blob' then joinery_base64("t0"."added")
    when 'real' then iif("t0"."added" > 0, 'Infinity', '-Infinity') else "t0"."added" end, cast("t0"."added" as
    text)) || '') end, ',', case when typeof("t0"."cover") in ('integer', 'real') and iif(+"t0"."cover" >= x'' or
    +"t0"."cover" = 9e999 or +"t0"."cover" = -9e999, case typeof("t0"."cover") when 'blob' then joinery_base64("t0"."cover")
    when 'real' then iif("t0"."cover" > 0, 'Infinity', '-Infinity') else "t0"."cover" end, cast("t0"."cover" as
    text)) not in ('Infinity', '-Infinity') then iif(+"t0"."cover" >= x'' or +"t0"."cover" = 9e999 or +"t0"."cover"
    = -9e999, case typeof("t0"."cover") when 'blob' then joinery_base64("t0"."cover") when 'real' then iif("t0"."cover"
    > 0, 'Infinity', '-Infinity') else "t0"."cover" end, cast("t0"."cover" as text)) else json_quote(iif(+"t0"."cover"
    >= x'' or +"t0"."cover" = 9e999 or +"t0"."cover" = -9e999, case typeof("t0"."cover") when 'blob' then joinery_base64("t0"."cover")
    when 'real' then iif("t0"."cover" > 0, 'Infinity', '-Infinity') else "t0"."cover" end, cast("t0"."cover" as
    text)) || '') end, ']') as "line"
from "main"."track" as "t0"
order by "t0"."id"
-- reads track
-- in slices by "t0"."id", limit null, offset 0
-- first, all rows: texts
-- as above
-- first: keys
select "t0"."id"
from "main"."track" as "t0"
-- later, all rows: texts
-- as above
-- later: keys
select "t0"."id"
from "main"."track" as "t0"
