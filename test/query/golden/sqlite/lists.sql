-- page
select concat(json_array("t0"."id", iif(+"t0"."title" >= x'', joinery_base64("t0"."title"), "t0"."title"), iif(+"t0"."released"
    >= x'' or +"t0"."released" = 9e999 or +"t0"."released" = -9e999, case typeof("t0"."released") when 'blob' then
    joinery_base64("t0"."released") when 'real' then iif("t0"."released" > 0, 'Infinity', '-Infinity') else "t0"."released"
    end, "t0"."released")), '
', concat('[', ifnull('"' || "t0"."id" || '"', 'null'), ']')) as "line"
from "main"."album" as "t0"
where ("t0"."id" in (?, ?, ?, ?)) and (not ("t0"."title" in (?, ?))) and (joinery_moment("t0"."released") in (?))
    and (((1 = 0) or ("t0"."released" is null)))
order by "t0"."id"
limit ? + 0
-- with 1, 2, 3, 3, "x", "y", "2020-01-01", 100
-- reads album
-- for usual values
select concat(json_array("t0"."id", iif(+"t0"."title" >= x'', 9e999, "t0"."title"), iif(+"t0"."released" >= x'',
    9e999, "t0"."released")), '
', concat('[', ifnull('"' || "t0"."id" || '"', 'null'), ']')) as "line"
from "main"."album" as "t0"
where ("t0"."id" in (?, ?, ?, ?)) and (not ("t0"."title" in (?, ?))) and (joinery_moment("t0"."released") in (?))
    and (((1 = 0) or ("t0"."released" is null)))
order by "t0"."id"
limit ? + 0
-- with 1, 2, 3, 3, "x", "y", "2020-01-01", 100

-- totals
select cast(count(*) as text)
from "main"."album" as "t0"
where ("t0"."id" in (?, ?, ?, ?)) and (not ("t0"."title" in (?, ?))) and (joinery_moment("t0"."released") in (?))
    and (((1 = 0) or ("t0"."released" is null)))
-- with 1, 2, 3, 3, "x", "y", "2020-01-01"
-- reads album
