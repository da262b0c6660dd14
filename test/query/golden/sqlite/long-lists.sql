-- page
select concat(concat(?, ifnull("t0"."id", 'null'), ?, case typeof("t0"."title") when 'text' then json_quote("t0"."title")
    when 'null' then 'null' when 'integer' then "t0"."title" when 'real' then case "t0"."title" when 9e999 then
    '"Infinity"' when -9e999 then '"-Infinity"' else json_quote("t0"."title") end else '"' || joinery_base64("t0"."title")
    || '"' end, ?, case typeof("t0"."price") when 'real' then case "t0"."price" when 9e999 then '"Infinity"' when
    -9e999 then '"-Infinity"' else json_quote("t0"."price") end when 'integer' then "t0"."price" when 'null' then
    'null' when 'text' then json_quote("t0"."price") else '"' || joinery_base64("t0"."price") || '"' end, ?), ?,
    concat(?, case typeof("t0"."id") when 'null' then 'null' when 'text' then case when octet_length("t0"."id")
    = length("t0"."id") and "t0"."id" not glob '*[^ -~]*' then json_quote('S' || "t0"."id") else '"T' || hex("t0"."id")
    || '"' end else json_quote(quote("t0"."id")) end, ?)) as "line"
from "main"."album" as "t0"
where ("t0"."id" in (
  select value
  from json_each(?)
)) and ("t0"."title" in (
  select value
  from json_each(?)
)) and (not ("t0"."price" in (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
    ?, ?, ?, ?)))
order by "t0"."id"
limit ? + 0
-- with "[", ",", ",", "]", "\n", "[", "]", "[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19]", "[\"\\\"0\\\"\",\"\\\"1\\\"\",\"\\\"2\\\"\",\"\\\"3\\\"\",\"\\\"4\\\"\",\"\\\"5\\\"\",\"\\\"6\\\"\",\"\\\"7\\\"\",\"\\\"8\\\"\",\"\\\"9\\\"\",\"\\\"10\\\"\",\"\\\"11\\\"\",\"\\\"12\\\"\",\"\\\"13\\\"\",\"\\\"14\\\"\",\"\\\"15\\\"\",\"\\\"16\\\"\",\"\\\"17\\\"\",\"\\\"18\\\"\",\"\\\"19\\\"\"]", 0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5, 10.5, 11.5, 12.5, 13.5, 14.5, 15.5, 16.5, 17.5, 18.5, 19.5, 19.5, 19.5, 19.5, 19.5, 19.5, 19.5, 19.5, 19.5, 19.5, 19.5, 19.5, 19.5, 100
-- reads album

-- totals
select cast(count(*) as text)
from "main"."album" as "t0"
where ("t0"."id" in (
  select value
  from json_each(?)
)) and ("t0"."title" in (
  select value
  from json_each(?)
)) and (not ("t0"."price" in (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
    ?, ?, ?, ?)))
-- with "[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19]", "[\"\\\"0\\\"\",\"\\\"1\\\"\",\"\\\"2\\\"\",\"\\\"3\\\"\",\"\\\"4\\\"\",\"\\\"5\\\"\",\"\\\"6\\\"\",\"\\\"7\\\"\",\"\\\"8\\\"\",\"\\\"9\\\"\",\"\\\"10\\\"\",\"\\\"11\\\"\",\"\\\"12\\\"\",\"\\\"13\\\"\",\"\\\"14\\\"\",\"\\\"15\\\"\",\"\\\"16\\\"\",\"\\\"17\\\"\",\"\\\"18\\\"\",\"\\\"19\\\"\"]", 0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5, 10.5, 11.5, 12.5, 13.5, 14.5, 15.5, 16.5, 17.5, 18.5, 19.5, 19.5, 19.5, 19.5, 19.5, 19.5, 19.5, 19.5, 19.5, 19.5, 19.5, 19.5, 19.5
-- reads album
