-- record
select concat('{"listener":', iif(+"t0"."listener" >= 9e999 or +"t0"."listener" <= -9e999, json_quote(case typeof("t0"."listener")
    when 'blob' then joinery_base64("t0"."listener") when 'real' then iif("t0"."listener" > 0, 'Infinity', '-Infinity')
    else "t0"."listener" end), ifnull("t0"."listener", 'null')), ',"number":', iif(+"t0"."number" >= 9e999 or +"t0"."number"
    <= -9e999, json_quote(case typeof("t0"."number") when 'blob' then joinery_base64("t0"."number") when 'real'
    then iif("t0"."number" > 0, 'Infinity', '-Infinity') else "t0"."number" end), ifnull("t0"."number", 'null')),
    ',"track_id":', iif(+"t0"."track_id" >= 9e999 or +"t0"."track_id" <= -9e999, json_quote(case typeof("t0"."track_id")
    when 'blob' then joinery_base64("t0"."track_id") when 'real' then iif("t0"."track_id" > 0, 'Infinity', '-Infinity')
    else "t0"."track_id" end), ifnull("t0"."track_id", 'null')), ',"at":', json_quote(iif(+"t0"."at" >= x'' or +"t0"."at"
    = 9e999 or +"t0"."at" = -9e999, case typeof("t0"."at") when 'blob' then joinery_base64("t0"."at") when 'real'
    then iif("t0"."at" > 0, 'Infinity', '-Infinity') else "t0"."at" end, "t0"."at")), ',"__url__":"http://localhost/api/database/tables/play/recs/[',
    iif(typeof("t0"."listener") = 'integer', "t0"."listener", joinery_url("t0"."listener")), ',', iif(typeof("t0"."number")
    = 'integer', "t0"."number", joinery_url("t0"."number")), ']","__links__":{', '"ForeignKey(''track.id'')":"http://localhost/api/database/tables/track/recs/[',
    iif(typeof("t0"."track_id") = 'integer', "t0"."track_id", joinery_url("t0"."track_id")), ']"', '}}') as "line"
from "main"."play" as "t0"
where ("t0"."listener" = ?) and ("t0"."number" = ?)
limit 2 + 0
-- with "7", "3"
-- reads play
-- by key: ["7","3"]

-- three of them
select concat('{"listener":', iif(+"t0"."listener" >= 9e999 or +"t0"."listener" <= -9e999, json_quote(case typeof("t0"."listener")
    when 'blob' then joinery_base64("t0"."listener") when 'real' then iif("t0"."listener" > 0, 'Infinity', '-Infinity')
    else "t0"."listener" end), ifnull("t0"."listener", 'null')), ',"number":', iif(+"t0"."number" >= 9e999 or +"t0"."number"
    <= -9e999, json_quote(case typeof("t0"."number") when 'blob' then joinery_base64("t0"."number") when 'real'
    then iif("t0"."number" > 0, 'Infinity', '-Infinity') else "t0"."number" end), ifnull("t0"."number", 'null')),
    ',"track_id":', iif(+"t0"."track_id" >= 9e999 or +"t0"."track_id" <= -9e999, json_quote(case typeof("t0"."track_id")
    when 'blob' then joinery_base64("t0"."track_id") when 'real' then iif("t0"."track_id" > 0, 'Infinity', '-Infinity')
    else "t0"."track_id" end), ifnull("t0"."track_id", 'null')), ',"at":', json_quote(iif(+"t0"."at" >= x'' or +"t0"."at"
    = 9e999 or +"t0"."at" = -9e999, case typeof("t0"."at") when 'blob' then joinery_base64("t0"."at") when 'real'
    then iif("t0"."at" > 0, 'Infinity', '-Infinity') else "t0"."at" end, "t0"."at")), ',"__url__":"http://localhost/api/database/tables/play/recs/[',
    iif(typeof("t0"."listener") = 'integer', "t0"."listener", joinery_url("t0"."listener")), ',', iif(typeof("t0"."number")
    = 'integer', "t0"."number", joinery_url("t0"."number")), ']","__links__":{', '"ForeignKey(''track.id'')":"http://localhost/api/database/tables/track/recs/[',
    iif(typeof("t0"."track_id") = 'integer', "t0"."track_id", joinery_url("t0"."track_id")), ']"', '}}') as "line",
    case when "t0"."listener" = ? and "t0"."number" = ? then '0' when "t0"."listener" = ? and "t0"."number" = ?
    then '1' when "t0"."listener" = ? and "t0"."number" = ? then '2' when "t0"."listener" = ? and "t0"."number"
    = ? then '3' end as "n"
from "main"."play" as "t0"
where (("t0"."listener" = ? and "t0"."number" = ?) or ("t0"."listener" = ? and "t0"."number" = ?) or ("t0"."listener"
    = ? and "t0"."number" = ?) or ("t0"."listener" = ? and "t0"."number" = ?))
-- with "7", "3", "7", "3", "7", "3", "7", "3", "7", "3", "7", "3", "7", "3", "7", "3"
-- reads play
