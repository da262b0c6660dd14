-- record
select "t0"."listener"::text, "t0"."number"::text, "t0"."track_id"::text, case when isfinite("t0"."at") and era("t0"."at")
    > 0 then replace("t0"."at"::text, ' ', 'T') else "t0"."at"::text end
from "main"."play" as "t0"
where ("t0"."listener" = $1) and ("t0"."number" = $2)
limit 2
-- with 7, 3
-- reads play
-- in parts: {"between":["{\"listener\":",",\"number\":",",\"track_id\":",",\"at\":",",\"__url__\":\"http://localhost/api/database/tables/play/recs/[",",","]\",\"__links__\":{\"ForeignKey('track.id')\":\"http://localhost/api/database/tables/track/recs/[","]\"}}"],"values":[{"at":0,"kind":"json"},{"at":1,"kind":"json"},{"at":2,"kind":"json"},{"at":3,"kind":"text"},{"at":0,"kind":"json"},{"at":1,"kind":"json"},{"at":2,"kind":"json"}]}
-- by key: ["7","3"]

-- three of them
select "t0"."listener"::text, "t0"."number"::text, "t0"."track_id"::text, case when isfinite("t0"."at") and era("t0"."at")
    > 0 then replace("t0"."at"::text, ' ', 'T') else "t0"."at"::text end, "n"
from (
  select *, '0' as "n"
  from "main"."play" as "t0"
  where "t0"."listener" = $1 and "t0"."number" = $2 union all
  select *, '1' as "n"
  from "main"."play" as "t0"
  where "t0"."listener" = $3 and "t0"."number" = $4 union all
  select *, '2' as "n"
  from "main"."play" as "t0"
  where "t0"."listener" = $5 and "t0"."number" = $6
) as "t0"
-- with 7, 3, 7, 3, 7, 3
-- reads play
-- in parts: {"between":["{\"listener\":",",\"number\":",",\"track_id\":",",\"at\":",",\"__url__\":\"http://localhost/api/database/tables/play/recs/[",",","]\",\"__links__\":{\"ForeignKey('track.id')\":\"http://localhost/api/database/tables/track/recs/[","]\"}}"],"values":[{"at":0,"kind":"json"},{"at":1,"kind":"json"},{"at":2,"kind":"json"},{"at":3,"kind":"text"},{"at":0,"kind":"json"},{"at":1,"kind":"json"},{"at":2,"kind":"json"}]}
