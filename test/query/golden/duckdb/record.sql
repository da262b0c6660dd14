-- record
select "t0"."id"::text, "t0"."title", "t0"."artist_id"::text, "t0"."producer_id"::text, "t0"."released"::text, "t0"."price"::text,
    "t0"."sold"::text, "t0"."code", case when "t0"."producer_id" is null then '' else concat(',"ForeignKey(''artist.id'') producer_id":"http://localhost/api/database/tables/artist/recs/[',
    coalesce("t0"."producer_id"::text, ''), ']"') end
from "main"."album" as "t0"
where ("t0"."id" = $1)
limit 2
-- with 7
-- reads album
-- in parts: {"between":["{\"id\":",",\"title\":",",\"artist_id\":",",\"producer_id\":",",\"released\":",",\"price\":",",\"sold\":",",\"code\":",",\"__url__\":\"http://localhost/api/database/tables/album/recs/[","]\",\"__links__\":{\"ForeignKey('artist.id')\":\"http://localhost/api/database/tables/artist/recs/[","]\"","}}"],"values":[{"at":0,"kind":"json"},{"at":1,"kind":"text"},{"at":2,"kind":"json"},{"at":3,"kind":"json"},{"at":4,"kind":"text"},{"at":5,"kind":"json"},{"at":6,"kind":"json"},{"at":7,"kind":"text"},{"at":0,"kind":"json"},{"at":2,"kind":"json"},{"at":8,"kind":"json"}]}
-- by key: ["7"]

-- three of them
select "t0"."id"::text, "t0"."title", "t0"."artist_id"::text, "t0"."producer_id"::text, "t0"."released"::text, "t0"."price"::text,
    "t0"."sold"::text, "t0"."code", case when "t0"."producer_id" is null then '' else concat(',"ForeignKey(''artist.id'') producer_id":"http://localhost/api/database/tables/artist/recs/[',
    coalesce("t0"."producer_id"::text, ''), ']"') end, "n"
from (
  select *, '0' as "n"
  from "main"."album" as "t0"
  where "t0"."id" = $1 union all
  select *, '1' as "n"
  from "main"."album" as "t0"
  where "t0"."id" = $2 union all
  select *, '2' as "n"
  from "main"."album" as "t0"
  where "t0"."id" = $3
) as "t0"
-- with 7, 7, 7
-- reads album
-- in parts: {"between":["{\"id\":",",\"title\":",",\"artist_id\":",",\"producer_id\":",",\"released\":",",\"price\":",",\"sold\":",",\"code\":",",\"__url__\":\"http://localhost/api/database/tables/album/recs/[","]\",\"__links__\":{\"ForeignKey('artist.id')\":\"http://localhost/api/database/tables/artist/recs/[","]\"","}}"],"values":[{"at":0,"kind":"json"},{"at":1,"kind":"text"},{"at":2,"kind":"json"},{"at":3,"kind":"json"},{"at":4,"kind":"text"},{"at":5,"kind":"json"},{"at":6,"kind":"json"},{"at":7,"kind":"text"},{"at":0,"kind":"json"},{"at":2,"kind":"json"},{"at":8,"kind":"json"}]}
