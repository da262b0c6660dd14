-- page
select concat(concat(?, case typeof("t0"."at") when 'text' then json_quote("t0"."at") when 'null' then 'null' when
    'integer' then "t0"."at" when 'real' then case "t0"."at" when 9e999 then '"Infinity"' when -9e999 then '"-Infinity"'
    else json_quote("t0"."at") end else '"' || joinery_base64("t0"."at") || '"' end, ?), ?, concat(?, case typeof("t0"."listener")
    when 'null' then 'null' when 'text' then case when octet_length("t0"."listener") = length("t0"."listener") and
    "t0"."listener" not glob '*[^ -~]*' then json_quote('S' || "t0"."listener") else '"T' || hex("t0"."listener")
    || '"' end else json_quote(quote("t0"."listener")) end, ?, case typeof("t0"."number") when 'null' then 'null'
    when 'text' then case when octet_length("t0"."number") = length("t0"."number") and "t0"."number" not glob '*[^ -~]*'
    then json_quote('S' || "t0"."number") else '"T' || hex("t0"."number") || '"' end else json_quote(quote("t0"."number"))
    end, ?)) as "line"
from "main"."play" as "t0"
where (("t0"."listener", "t0"."number") > (?, ?))
order by "t0"."listener", "t0"."number"
limit ? + 0
-- with "[", "]", "\n", "[", ",", "]", 7, 3, 100
-- reads play
