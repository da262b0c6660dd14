-- page
select concat(json_array("t0"."id", iif(+"t0"."title" >= x'', joinery_base64("t0"."title"), "t0"."title")), '
',
    concat('[', ifnull('"' || "t0"."id" || '"', 'null'), ']')) as "line"
from "main"."album" as "t0"
where (((case when joinery_usual('album', 'title') or not +"t0"."title" >= x'' and (octet_length("t0"."title") =
    length("t0"."title") or not (instr("t0"."title", char(0)))) then "t0"."title" glob ? else joinery_match(iif(+"t0"."title"
    >= x'', joinery_base64("t0"."title"), "t0"."title"), ?) end) or (case when joinery_usual('album', 'title') or
    not +"t0"."title" >= x'' and (octet_length("t0"."title") = length("t0"."title") or not (instr("t0"."title",
    char(0)) or instr("t0"."title", char(8490)) or instr("t0"."title", char(304)))) then "t0"."title" like ? else
    joinery_match(joinery_fold(iif(+"t0"."title" >= x'', joinery_base64("t0"."title"), "t0"."title")), ?) end) or
    (not (case when joinery_usual('album', 'title') or not +"t0"."title" >= x'' and (octet_length("t0"."title")
    = length("t0"."title") or not (instr("t0"."title", char(0)))) then "t0"."title" like ? else joinery_match(joinery_fold(iif(+"t0"."title"
    >= x'', joinery_base64("t0"."title"), "t0"."title")), ?) end))))
order by "t0"."id"
limit ? + 0
-- with "a?c*", "a_c%", "kind%", "kind%", "%x", "%x", 100
-- reads album
-- for usual values
select concat(json_array("t0"."id", iif(+"t0"."title" >= x'', 9e999, "t0"."title")), '
', concat('[', ifnull('"'
    || "t0"."id" || '"', 'null'), ']')) as "line"
from "main"."album" as "t0"
where (((case when joinery_usual('album', 'title') or not +"t0"."title" >= x'' and (octet_length("t0"."title") =
    length("t0"."title") or not (instr("t0"."title", char(0)))) then "t0"."title" glob ? else joinery_match(iif(+"t0"."title"
    >= x'', joinery_base64("t0"."title"), "t0"."title"), ?) end) or (case when joinery_usual('album', 'title') or
    not +"t0"."title" >= x'' and (octet_length("t0"."title") = length("t0"."title") or not (instr("t0"."title",
    char(0)) or instr("t0"."title", char(8490)) or instr("t0"."title", char(304)))) then "t0"."title" like ? else
    joinery_match(joinery_fold(iif(+"t0"."title" >= x'', joinery_base64("t0"."title"), "t0"."title")), ?) end) or
    (not (case when joinery_usual('album', 'title') or not +"t0"."title" >= x'' and (octet_length("t0"."title")
    = length("t0"."title") or not (instr("t0"."title", char(0)))) then "t0"."title" like ? else joinery_match(joinery_fold(iif(+"t0"."title"
    >= x'', joinery_base64("t0"."title"), "t0"."title")), ?) end))))
order by "t0"."id"
limit ? + 0
-- with "a?c*", "a_c%", "kind%", "kind%", "%x", "%x", 100

-- totals
select cast(count(*) as text)
from "main"."album" as "t0"
where (((case when joinery_usual('album', 'title') or not +"t0"."title" >= x'' and (octet_length("t0"."title") =
    length("t0"."title") or not (instr("t0"."title", char(0)))) then "t0"."title" glob ? else joinery_match(iif(+"t0"."title"
    >= x'', joinery_base64("t0"."title"), "t0"."title"), ?) end) or (case when joinery_usual('album', 'title') or
    not +"t0"."title" >= x'' and (octet_length("t0"."title") = length("t0"."title") or not (instr("t0"."title",
    char(0)) or instr("t0"."title", char(8490)) or instr("t0"."title", char(304)))) then "t0"."title" like ? else
    joinery_match(joinery_fold(iif(+"t0"."title" >= x'', joinery_base64("t0"."title"), "t0"."title")), ?) end) or
    (not (case when joinery_usual('album', 'title') or not +"t0"."title" >= x'' and (octet_length("t0"."title")
    = length("t0"."title") or not (instr("t0"."title", char(0)))) then "t0"."title" like ? else joinery_match(joinery_fold(iif(+"t0"."title"
    >= x'', joinery_base64("t0"."title"), "t0"."title")), ?) end))))
-- with "a?c*", "a_c%", "kind%", "kind%", "%x", "%x"
-- reads album
