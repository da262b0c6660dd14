-- list
select concat('{"listener":', coalesce("t0"."listener"::text, 'null'), ',"number":', coalesce("t0"."number"::text,
    'null'), ',"track_id":', coalesce("t0"."track_id"::text, 'null'), ',"at":', coalesce('"' || case when isfinite("t0"."at")
    and year("t0"."at") > 0 then replace("t0"."at"::text, ' ', 'T') else "t0"."at"::text end || '"', 'null'), ',"__url__":"http://localhost/api/database/tables/play/recs/[',
    coalesce("t0"."listener"::text, ''), ',', coalesce("t0"."number"::text, ''), ']","__links__":{', '"ForeignKey(''track.id'')":"http://localhost/api/database/tables/track/recs/[',
    coalesce("t0"."track_id"::text, ''), ']"', '}}') as "line"
from "main"."play" as "t0"
order by "t0"."listener", "t0"."number"
limit 5000 offset $1
-- with 10
-- reads play
