-- page
select concat(?, case typeof("t0"."title") when 'text' then json_quote("t0"."title") when 'null' then 'null' when
    'integer' then "t0"."title" when 'real' then case "t0"."title" when 9e999 then '"Infinity"' when -9e999 then
    '"-Infinity"' else json_quote("t0"."title") end else '"' || joinery_base64("t0"."title") || '"' end, ?) as "line"
from "main"."cheap" as "t0"
where joinery_tick("t0"."id")
order by "t0"."id" nulls last, "t0"."title" nulls last, "t0"."price" nulls last
limit ? + 0
-- with "[", "]", 100
-- reads cheap

-- totals
select cast(count(*) as text)
from "main"."cheap" as "t0"
-- reads cheap
