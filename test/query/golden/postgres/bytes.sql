-- bytes
select coalesce('"' || translate(encode("t0"."cover", 'base64'), E'\n', '') || '"', 'null') as "line"
from "public"."track" as "t0"
where ("t0"."id" = $1) and ("t0"."cover" is not null)
limit 2
-- with "7"
-- reads track
