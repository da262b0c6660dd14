-- asked
select 1
from "public"."album" as "t0"
join "public"."artist" as "t1" on "t1"."id" = "t0"."artist_id"
where ("t1"."name" = $1)
-- with "x"
-- reads album, artist
