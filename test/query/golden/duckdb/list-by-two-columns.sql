-- list
select concat('{"listener":', coalesce("p"."c0"::text, 'null'), ',"number":', coalesce("p"."c1"::text, 'null'),
    ',"track_id":', coalesce("p"."c2"::text, 'null'), ',"at":', coalesce('"' || case when isfinite("p"."c3") and
    era("p"."c3") > 0 then replace("p"."c3"::text, ' ', 'T') else "p"."c3"::text end || '"', 'null'), ',"__url__":"http://localhost/api/database/tables/play/recs/[',
    coalesce("p"."c0"::text, ''), ',', coalesce("p"."c1"::text, ''), ']","__links__":{', '"ForeignKey(''track.id'')":"http://localhost/api/database/tables/track/recs/[',
    coalesce("p"."c2"::text, ''), ']"', '}}') as "line"
from (
  select "t0"."listener" as "c0", "t0"."number" as "c1", "t0"."track_id" as "c2", "t0"."at" as "c3", "t0"."listener"
      as "s0", "t0"."number" as "s1"
  from "main"."play" as "t0"
  order by "t0"."listener", "t0"."number"
  limit 5000 offset $1
) as "p"
order by "p"."s0", "p"."s1"
-- with 10
-- reads play
