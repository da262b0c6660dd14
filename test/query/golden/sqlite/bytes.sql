-- bytes
select case typeof("t0"."cover") when 'integer' then "t0"."cover" when 'null' then 'null' when 'text' then json_quote("t0"."cover")
    when 'real' then case "t0"."cover" when 9e999 then '"Infinity"' when -9e999 then '"-Infinity"' else json_quote("t0"."cover")
    end else '"' || joinery_base64("t0"."cover") || '"' end as "line"
from "main"."track" as "t0"
where ("t0"."id" = ?) and (typeof("t0"."cover") = 'blob')
limit 2 + 0
-- with "7"
-- reads track
