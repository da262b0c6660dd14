-- record
select "t0"."id"::text, "t0"."title", "t0"."artist_id"::text, "t0"."producer_id"::text, "t0"."released"::text, "t0"."price"::text,
    "t0"."sold"::text, "t0"."code", case when "t0"."producer_id" is null then '' else concat(',"ForeignKey(''artist.id'') producer_id":"http://localhost/api/database/tables/artist/recs/[',
    coalesce("t0"."producer_id"::text, ''), ']"') end
from (
  select "t0"."id", "t0"."title", "t0"."artist_id", "t0"."producer_id", "t0"."released", "t0"."price", "t0"."sold",
      case when (("t0"."sold" = $1::BOOLEAN)) then "t0"."code" end as "code"
  from "main"."album" as "t0"
  where (("t0"."artist_id" = $2::BIGINT) or ("t0"."sold" = $3::BOOLEAN))
) as "t0"
where ("t0"."id" = $4)
limit 2
-- with "false", "3", "false", 7
-- reads album
-- in parts: {"between":["{\"id\":",",\"title\":",",\"artist_id\":",",\"producer_id\":",",\"released\":",",\"price\":",",\"sold\":",",\"code\":",",\"__url__\":\"http://localhost/api/database/tables/album/recs/[","]\",\"__links__\":{\"ForeignKey('artist.id')\":\"http://localhost/api/database/tables/artist/recs/[","]\"","}}"],"values":[{"at":0,"kind":"json"},{"at":1,"kind":"text"},{"at":2,"kind":"json"},{"at":3,"kind":"json"},{"at":4,"kind":"text"},{"at":5,"kind":"json"},{"at":6,"kind":"json"},{"at":7,"kind":"text"},{"at":0,"kind":"json"},{"at":2,"kind":"json"},{"at":8,"kind":"json"}]}
-- by key: ["7"]

-- three of them
select "t0"."id"::text, "t0"."title", "t0"."artist_id"::text, "t0"."producer_id"::text, "t0"."released"::text, "t0"."price"::text,
    "t0"."sold"::text, "t0"."code", case when "t0"."producer_id" is null then '' else concat(',"ForeignKey(''artist.id'') producer_id":"http://localhost/api/database/tables/artist/recs/[',
    coalesce("t0"."producer_id"::text, ''), ']"') end, "n"
from (
  select *, '0' as "n"
  from (
    select "t0"."id", "t0"."title", "t0"."artist_id", "t0"."producer_id", "t0"."released", "t0"."price", "t0"."sold",
        case when (("t0"."sold" = $1::BOOLEAN)) then "t0"."code" end as "code"
    from "main"."album" as "t0"
    where (("t0"."artist_id" = $2::BIGINT) or ("t0"."sold" = $3::BOOLEAN))
  ) as "t0"
  where "t0"."id" = $4 union all
  select *, '1' as "n"
  from (
    select "t0"."id", "t0"."title", "t0"."artist_id", "t0"."producer_id", "t0"."released", "t0"."price", "t0"."sold",
        case when (("t0"."sold" = $5::BOOLEAN)) then "t0"."code" end as "code"
    from "main"."album" as "t0"
    where (("t0"."artist_id" = $6::BIGINT) or ("t0"."sold" = $7::BOOLEAN))
  ) as "t0"
  where "t0"."id" = $8 union all
  select *, '2' as "n"
  from (
    select "t0"."id", "t0"."title", "t0"."artist_id", "t0"."producer_id", "t0"."released", "t0"."price", "t0"."sold",
        case when (("t0"."sold" = $9::BOOLEAN)) then "t0"."code" end as "code"
    from "main"."album" as "t0"
    where (("t0"."artist_id" = $10::BIGINT) or ("t0"."sold" = $11::BOOLEAN))
  ) as "t0"
  where "t0"."id" = $12
) as "t0"
-- with "false", "3", "false", 7, "false", "3", "false", 7, "false", "3", "false", 7
-- reads album
-- in parts: {"between":["{\"id\":",",\"title\":",",\"artist_id\":",",\"producer_id\":",",\"released\":",",\"price\":",",\"sold\":",",\"code\":",",\"__url__\":\"http://localhost/api/database/tables/album/recs/[","]\",\"__links__\":{\"ForeignKey('artist.id')\":\"http://localhost/api/database/tables/artist/recs/[","]\"","}}"],"values":[{"at":0,"kind":"json"},{"at":1,"kind":"text"},{"at":2,"kind":"json"},{"at":3,"kind":"json"},{"at":4,"kind":"text"},{"at":5,"kind":"json"},{"at":6,"kind":"json"},{"at":7,"kind":"text"},{"at":0,"kind":"json"},{"at":2,"kind":"json"},{"at":8,"kind":"json"}]}
