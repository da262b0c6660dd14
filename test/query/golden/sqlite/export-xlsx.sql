-- rows
select concat(?, json_quote(case typeof("t0"."added") when 'text' then "t0"."added" when 'integer' then cast("t0"."added"
    as text) when 'real' then case "t0"."added" when 9e999 then 'Infinity' when -9e999 then '-Infinity' else json_quote("t0"."added")
    end when 'blob' then joinery_base64("t0"."added") end || ''), ?, json_quote(case typeof("t0"."cover") when 'text'
    then "t0"."cover" when 'integer' then cast("t0"."cover" as text) when 'real' then case "t0"."cover" when 9e999
    then 'Infinity' when -9e999 then '-Infinity' else json_quote("t0"."cover") end when 'blob' then joinery_base64("t0"."cover")
    end || ''), ?) as "line"
from "main"."track" as "t0"
order by "t0"."id"
-- with "[", ",", "]"
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
