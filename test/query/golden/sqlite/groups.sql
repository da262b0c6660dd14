-- page
select concat(concat(?, case typeof("g"."v0") when 'integer' then case "g"."v0" when 0 then 'false' when 1 then
    'true' else "g"."v0" end when 'null' then 'null' when 'text' then json_quote("g"."v0") when 'real' then case
    "g"."v0" when 9e999 then '"Infinity"' when -9e999 then '"-Infinity"' else json_quote("g"."v0") end else '"'
    || joinery_base64("g"."v0") || '"' end, ?, case typeof("g"."v1") when 'text' then json_quote("g"."v1") when
    'null' then 'null' when 'integer' then "g"."v1" when 'real' then case "g"."v1" when 9e999 then '"Infinity"'
    when -9e999 then '"-Infinity"' else json_quote("g"."v1") end else '"' || joinery_base64("g"."v1") || '"' end,
    ?, "g"."j0", ?, "g"."j1", ?, "g"."j2", ?, "g"."j3", ?, "g"."j4", ?, "g"."j5", ?), ?, concat(?, case typeof("g"."s0")
    when 'null' then 'null' when 'text' then case when octet_length("g"."s0") = length("g"."s0") and "g"."s0" not
    glob '*[^ -~]*' then json_quote('S' || "g"."s0") else '"T' || hex("g"."s0") || '"' end else json_quote(quote("g"."s0"))
    end, ?, case typeof("g"."b0") when 'null' then 'null' when 'text' then case when octet_length("g"."b0") = length("g"."b0")
    and "g"."b0" not glob '*[^ -~]*' then json_quote('S' || "g"."b0") else '"T' || hex("g"."b0") || '"' end else
    json_quote(quote("g"."b0")) end, ?, case typeof("g"."b1") when 'null' then 'null' when 'text' then case when
    octet_length("g"."b1") = length("g"."b1") and "g"."b1" not glob '*[^ -~]*' then json_quote('S' || "g"."b1")
    else '"T' || hex("g"."b1") || '"' end else json_quote(quote("g"."b1")) end, ?))
from (
  select "t0"."sold" as "b0", "t0"."title" as "b1", min("t0"."sold" collate binary) as "v0", min("t0"."title" collate
      binary) as "v1", ifnull(joinery_unit_sum(2, count("t0"."price"), total(round(("t0"."price") * 1e2)), min("t0"."price"
      = round(("t0"."price") * 1e2) / 1e2), total("t0"."price")), 'null') as "j0", ifnull(joinery_unit_avg(2, count("t0"."price"),
      total(round(("t0"."price") * 1e2)), min("t0"."price" = round(("t0"."price") * 1e2) / 1e2), total("t0"."price")),
      'null') as "j1", case typeof(min("t0"."price")) when 'real' then case min("t0"."price") when 9e999 then '"Infinity"'
      when -9e999 then '"-Infinity"' else json_quote(min("t0"."price")) end when 'integer' then min("t0"."price")
      when 'null' then 'null' when 'text' then json_quote(min("t0"."price")) else '"' || joinery_base64(min("t0"."price"))
      || '"' end as "j2", case typeof(max("t0"."price")) when 'real' then case max("t0"."price") when 9e999 then
      '"Infinity"' when -9e999 then '"-Infinity"' else json_quote(max("t0"."price")) end when 'integer' then max("t0"."price")
      when 'null' then 'null' when 'text' then json_quote(max("t0"."price")) else '"' || joinery_base64(max("t0"."price"))
      || '"' end as "j3", cast(count("t0"."price") as text) as "j4", cast(count(distinct "t0"."price") as text)
      as "j5", joinery_unit_sum_order(2, count("t0"."price"), total(round(("t0"."price") * 1e2)), min("t0"."price"
      = round(("t0"."price") * 1e2) / 1e2), total("t0"."price")) as "s0"
  from "main"."album" as "t0"
  group by 1, 2
) as "g"
order by "g"."s0" desc nulls last, "g"."b0" nulls last, "g"."b1" nulls last
limit ? + 0
-- with "[", ",", ",", ",", ",", ",", ",", ",", "]", "\n", "[", ",", ",", "]", 100
-- reads album

-- totals
select cast(count(*) as text)
from (
  select "t0"."sold" as "b0", "t0"."title" as "b1"
  from "main"."album" as "t0"
  group by 1, 2
) as "g"
-- reads album
