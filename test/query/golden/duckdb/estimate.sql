-- asked
select 1
from "main"."album" as "t0"
join "main"."artist" as "t1" on "t1"."id" = "t0"."artist_id"
where ("t1"."name" = $1::text)
-- with "x"
-- reads album, artist
