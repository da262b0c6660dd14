-- record
select "t0"."id"::text, "t0"."title", "t0"."artist_id"::text, "t0"."producer_id"::text, "t0"."released"::text, "t0"."price"::text,
    "t0"."sold"::text, "t0"."code", coalesce("t0"."id"::text, ''), coalesce("t0"."artist_id"::text, ''), case when
    "t0"."producer_id" is null then '' else concat(',"ForeignKey(''artist.id'') producer_id":"http://localhost/api/database/tables/artist/recs/[',
    coalesce("t0"."producer_id"::text, ''), ']"') end
from "main"."album" as "t0"
where ("t0"."id" = $1)
limit 2
-- with 7
-- reads album
-- in parts: {"between":["{\"id\":",",\"title\":",",\"artist_id\":",",\"producer_id\":",",\"released\":",",\"price\":",",\"sold\":",",\"code\":",",\"__url__\":\"http://localhost/api/database/tables/album/recs/[","]\",\"__links__\":{\"ForeignKey('artist.id')\":\"http://localhost/api/database/tables/artist/recs/[","]\"","}}"],"kinds":["json","text","json","json","text","json","json","text","json","json","json"]}
-- by key: ["7"]

-- three of them
select "t0"."id"::text, "t0"."title", "t0"."artist_id"::text, "t0"."producer_id"::text, "t0"."released"::text, "t0"."price"::text,
    "t0"."sold"::text, "t0"."code", coalesce("t0"."id"::text, ''), coalesce("t0"."artist_id"::text, ''), case when
    "t0"."producer_id" is null then '' else concat(',"ForeignKey(''artist.id'') producer_id":"http://localhost/api/database/tables/artist/recs/[',
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
-- in parts: {"between":["{\"id\":",",\"title\":",",\"artist_id\":",",\"producer_id\":",",\"released\":",",\"price\":",",\"sold\":",",\"code\":",",\"__url__\":\"http://localhost/api/database/tables/album/recs/[","]\",\"__links__\":{\"ForeignKey('artist.id')\":\"http://localhost/api/database/tables/artist/recs/[","]\"","}}"],"kinds":["json","text","json","json","text","json","json","text","json","json","json"]}
