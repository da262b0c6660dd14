-- bytes
select json_quote(iif(+"t0"."cover" >= x'' or +"t0"."cover" = 9e999 or +"t0"."cover" = -9e999, case typeof("t0"."cover")
    when 'blob' then joinery_base64("t0"."cover") when 'real' then iif("t0"."cover" > 0, 'Infinity', '-Infinity')
    else "t0"."cover" end, "t0"."cover")) as "line"
from "main"."track" as "t0"
where ("t0"."id" = ?) and (typeof("t0"."cover") = 'blob')
limit 2 + 0
-- with "7"
-- reads track
