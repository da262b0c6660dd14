-- page
select concat(json_array("t0"."id", iif(+"t0"."title" >= x'', joinery_base64("t0"."title"), "t0"."title"), iif(+"t0"."released"
    >= x'' or +"t0"."released" = 9e999 or +"t0"."released" = -9e999, case typeof("t0"."released") when 'blob' then
    joinery_base64("t0"."released") when 'real' then iif("t0"."released" > 0, 'Infinity', '-Infinity') else "t0"."released"
    end, "t0"."released"), iif(+"t0"."price" >= 9e999 or +"t0"."price" <= -9e999, case typeof("t0"."price") when
    'blob' then joinery_base64("t0"."price") when 'real' then iif("t0"."price" > 0, 'Infinity', '-Infinity') else
    "t0"."price" end, "t0"."price"), case when typeof("t0"."sold") = 'integer' then case "t0"."sold" when 0 then
    json('false') when 1 then json('true') else "t0"."sold" end else iif(+"t0"."sold" >= 9e999 or +"t0"."sold" <=
    -9e999, case typeof("t0"."sold") when 'blob' then joinery_base64("t0"."sold") when 'real' then iif("t0"."sold"
    > 0, 'Infinity', '-Infinity') else "t0"."sold" end, "t0"."sold") end), '
', concat('[', ifnull('"' || "t0"."id"
    || '"', 'null'), ']')) as "line"
from "main"."album" as "t0"
where ("t0"."price" > ?) and (((("t0"."released" >= ? and ("t0"."released" >= ? or joinery_moment("t0"."released")
    >= ?))) and (("t0"."released" < ? and ("t0"."released" < ? or joinery_moment("t0"."released") <= ?))))) and
    ("t0"."sold" = ?) and (not ("t0"."title" = ?)) and (not ((joinery_fold(iif(+"t0"."title" >= x'', joinery_base64("t0"."title"),
    "t0"."title")) = ? collate binary) or ("t0"."price" is null))) and ("t0"."id" < "t0"."price")
order by "t0"."id"
limit ? + 0
-- with 9.5, "2019-12-30", "2020-01-04", "2020-01-01", "2021-01-03", "2020-12-29", "2020-12-31", 1, "x", "y", 100
-- reads album
-- for usual values
select concat(json_array("t0"."id", iif(+"t0"."title" >= x'', 9e999, "t0"."title"), iif(+"t0"."released" >= x'',
    9e999, "t0"."released"), iif(+"t0"."price" >= x'', 9e999, "t0"."price"), case when typeof("t0"."sold") = 'integer'
    then case "t0"."sold" when 0 then json('false') when 1 then json('true') else "t0"."sold" end else iif(+"t0"."sold"
    >= x'', 9e999, "t0"."sold") end), '
', concat('[', ifnull('"' || "t0"."id" || '"', 'null'), ']')) as "line"
from "main"."album" as "t0"
where ("t0"."price" > ?) and (((("t0"."released" >= ? and ("t0"."released" >= ? or joinery_moment("t0"."released")
    >= ?))) and (("t0"."released" < ? and ("t0"."released" < ? or joinery_moment("t0"."released") <= ?))))) and
    ("t0"."sold" = ?) and (not ("t0"."title" = ?)) and (not ((joinery_fold(iif(+"t0"."title" >= x'', joinery_base64("t0"."title"),
    "t0"."title")) = ? collate binary) or ("t0"."price" is null))) and ("t0"."id" < "t0"."price")
order by "t0"."id"
limit ? + 0
-- with 9.5, "2019-12-30", "2020-01-04", "2020-01-01", "2021-01-03", "2020-12-29", "2020-12-31", 1, "x", "y", 100

-- totals
select cast(count(*) as text)
from "main"."album" as "t0"
where ("t0"."price" > ?) and (((("t0"."released" >= ? and ("t0"."released" >= ? or joinery_moment("t0"."released")
    >= ?))) and (("t0"."released" < ? and ("t0"."released" < ? or joinery_moment("t0"."released") <= ?))))) and
    ("t0"."sold" = ?) and (not ("t0"."title" = ?)) and (not ((joinery_fold(iif(+"t0"."title" >= x'', joinery_base64("t0"."title"),
    "t0"."title")) = ? collate binary) or ("t0"."price" is null))) and ("t0"."id" < "t0"."price")
-- with 9.5, "2019-12-30", "2020-01-04", "2020-01-01", "2021-01-03", "2020-12-29", "2020-12-31", 1, "x", "y"
-- reads album
