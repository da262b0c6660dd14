-- record
select (('{"listener":' || coalesce(("t0"."listener" | 0)::text, 'null') || ',"number":' || coalesce(("t0"."number"
    | 0)::text, 'null') || ',"track_id":' || coalesce(("t0"."track_id" | 0)::text, 'null') || ',"at":' || coalesce(case
    when "t0"."at" >= timestamp '0001-01-01' then '"' || replace("t0"."at"::text, ' ', 'T') || '"' else to_json("t0"."at")::text
    end, 'null')) || (',"__url__":"http://localhost/api/database/tables/play/recs/[' || coalesce("t0"."listener"::text,
    '') || ',' || coalesce("t0"."number"::text, '') || ']","__links__":{"ForeignKey(''track.id'')":"http://localhost/api/database/tables/track/recs/['
    || coalesce("t0"."track_id"::text, '') || ']"}}')) as "line"
from "public"."play" as "t0"
where ("t0"."listener" = $1) and ("t0"."number" = $2)
limit 2
-- with "7", "3"
-- reads play
-- by key: ["7","3"]

-- three of them
select (('{"listener":' || coalesce(("t0"."listener" | 0)::text, 'null') || ',"number":' || coalesce(("t0"."number"
    | 0)::text, 'null') || ',"track_id":' || coalesce(("t0"."track_id" | 0)::text, 'null') || ',"at":' || coalesce(case
    when "t0"."at" >= timestamp '0001-01-01' then '"' || replace("t0"."at"::text, ' ', 'T') || '"' else to_json("t0"."at")::text
    end, 'null')) || (',"__url__":"http://localhost/api/database/tables/play/recs/[' || coalesce("t0"."listener"::text,
    '') || ',' || coalesce("t0"."number"::text, '') || ']","__links__":{"ForeignKey(''track.id'')":"http://localhost/api/database/tables/track/recs/['
    || coalesce("t0"."track_id"::text, '') || ']"}}')) as "line", case when "t0"."listener" = $1 and "t0"."number"
    = $2 then '0' when "t0"."listener" = $3 and "t0"."number" = $4 then '1' when "t0"."listener" = $5 and "t0"."number"
    = $6 then '2' when "t0"."listener" = $7 and "t0"."number" = $8 then '3' end as "n"
from "public"."play" as "t0"
where (("t0"."listener" = $9 and "t0"."number" = $10) or ("t0"."listener" = $11 and "t0"."number" = $12) or ("t0"."listener"
    = $13 and "t0"."number" = $14) or ("t0"."listener" = $15 and "t0"."number" = $16))
-- with "7", "3", "7", "3", "7", "3", "7", "3", "7", "3", "7", "3", "7", "3", "7", "3"
-- reads play
