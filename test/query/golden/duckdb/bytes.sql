-- bytes
select coalesce('"' || to_base64("t0"."cover") || '"', 'null') as "line"
from "main"."track" as "t0"
where ("t0"."id" = $1) and ("t0"."cover" is not null)
limit 2
-- with 7
-- reads track
