-- list
select (('{"listener":' || coalesce(("t0"."listener" | 0)::text, 'null') || ',"number":' || coalesce(("t0"."number"
    | 0)::text, 'null') || ',"track_id":' || coalesce(("t0"."track_id" | 0)::text, 'null') || ',"at":' || coalesce(case
    when "t0"."at" >= timestamp '0001-01-01' then '"' || replace("t0"."at"::text, ' ', 'T') || '"' else to_json("t0"."at")::text
    end, 'null')) || (',"__url__":"http://localhost/api/database/tables/play/recs/[' || coalesce("t0"."listener"::text,
    '') || ',' || coalesce("t0"."number"::text, '') || ']","__links__":{"ForeignKey(''track.id'')":"http://localhost/api/database/tables/track/recs/['
    || coalesce("t0"."track_id"::text, '') || ']"}}')) as "line"
from "public"."play" as "t0"
order by "t0"."listener", "t0"."number"
limit 5000 offset $1
-- with 10
-- reads play
