-- rows
select concat_ws(',', coalesce(case typeof("t0"."id") when 'text' then "t0"."id" when 'integer' then cast("t0"."id"
    as text) when 'real' then case "t0"."id" when 9e999 then 'Infinity' when -9e999 then '-Infinity' else json_quote("t0"."id")
    end when 'blob' then joinery_base64("t0"."id") end, ''), case when "t0"."title" is null then '' when "t0"."title"
    glob ? then concat(?, replace(concat(?, "t0"."title"), '"', '""'), ?) when "t0"."title" = '' then '""' when
    (instr("t0"."title", ',') or instr("t0"."title", '"') or instr("t0"."title", '') or instr("t0"."title", '
'))
    then concat(?, replace("t0"."title", '"', '""'), ?) else "t0"."title" end) as "line"
from "main"."album" as "t0"
order by "t0"."id"
-- with "[=+@\t\r\n-]*", "\"", "'", "\"", "\"", "\""
-- reads album
-- in slices by "t0"."id", limit null, offset 0
-- first, all rows: texts
-- as above
-- first: keys
select "t0"."id"
from "main"."album" as "t0"
-- later, all rows: texts
-- as above
-- later: keys
select "t0"."id"
from "main"."album" as "t0"
