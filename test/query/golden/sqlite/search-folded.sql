-- page
select concat(json_array("t0"."id", iif(+"t0"."title" >= x'', joinery_base64("t0"."title"), "t0"."title")), '
',
    concat('[', ifnull('"' || "t0"."id" || '"', 'null'), ']')) as "line"
from "main"."album" as "t0"
where ((not +"t0"."title" >= x'' and (instr("t0"."title", ?) or instr("t0"."title", ?)) and case when not (instr("t0"."title",
    char(0))) then joinery_fold("t0"."title") like ? escape '!' else joinery_match(joinery_fold("t0"."title"), ?)
    end))
order by "t0"."id"
limit ? + 0
-- with "ö", "Ö", "%größe%", "%größe%", 100
-- reads album
-- for usual values
select concat(json_array("t0"."id", iif(+"t0"."title" >= x'', 9e999, "t0"."title")), '
', concat('[', ifnull('"'
    || "t0"."id" || '"', 'null'), ']')) as "line"
from "main"."album" as "t0"
where ((not +"t0"."title" >= x'' and (instr("t0"."title", ?) or instr("t0"."title", ?)) and case when not (instr("t0"."title",
    char(0))) then joinery_fold("t0"."title") like ? escape '!' else joinery_match(joinery_fold("t0"."title"), ?)
    end))
order by "t0"."id"
limit ? + 0
-- with "ö", "Ö", "%größe%", "%größe%", 100

-- totals
select cast(count(*) as text)
from "main"."album" as "t0"
where ((not +"t0"."title" >= x'' and (instr("t0"."title", ?) or instr("t0"."title", ?)) and case when not (instr("t0"."title",
    char(0))) then joinery_fold("t0"."title") like ? escape '!' else joinery_match(joinery_fold("t0"."title"), ?)
    end))
-- with "ö", "Ö", "%größe%", "%größe%"
-- reads album
