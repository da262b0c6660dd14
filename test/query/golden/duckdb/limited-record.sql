-- record
select "t0"."id"::text, "t0"."album_id"::text, "t0"."name", case when isfinite("t0"."length") then "t0"."length"::text
    when "t0"."length" is not null then case when isnan("t0"."length") then '"NaN"' when "t0"."length" > 0 then
    '"Infinity"' else '"-Infinity"' end end, case when isfinite("t0"."added") and era("t0"."added") > 0 then replace("t0"."added"::text,
    ' ', 'T') else "t0"."added"::text end, to_base64("t0"."cover"), substr(concat(case when exists (
  select 1
  from (
    select "t0"."id", "t0"."title", "t0"."artist_id", "t0"."producer_id", "t0"."released", "t0"."price", "t0"."sold",
        case when (("t0"."sold" = $1::BOOLEAN)) then "t0"."code" end as "code"
    from "main"."album" as "t0"
    where (("t0"."artist_id" = $2::BIGINT) or ("t0"."sold" = $3::BOOLEAN))
  ) as "t1"
  where "t1"."id" = "t0"."album_id"
) then concat(',"ForeignKey(''album.id'')":"http://localhost/api/database/tables/album/recs/[', coalesce("t0"."album_id"::text,
    ''), ']"') else '' end), 2)
from "main"."track" as "t0"
where (("t0"."length" > $4::DOUBLE)) and ("t0"."id" = $5)
limit 2
-- with "false", "3", "false", "60", 7
-- reads track, album
-- in parts: {"between":["{\"id\":",",\"album_id\":",",\"name\":",",\"length\":",",\"added\":",",\"cover\":",",\"__url__\":\"http://localhost/api/database/tables/track/recs/[","]\",\"__links__\":{","}}"],"values":[{"at":0,"kind":"json"},{"at":1,"kind":"json"},{"at":2,"kind":"text"},{"at":3,"kind":"json"},{"at":4,"kind":"text"},{"at":5,"kind":"text"},{"at":0,"kind":"json"},{"at":6,"kind":"json"}]}
-- by key: ["7"]

-- three of them
select "t0"."id"::text, "t0"."album_id"::text, "t0"."name", case when isfinite("t0"."length") then "t0"."length"::text
    when "t0"."length" is not null then case when isnan("t0"."length") then '"NaN"' when "t0"."length" > 0 then
    '"Infinity"' else '"-Infinity"' end end, case when isfinite("t0"."added") and era("t0"."added") > 0 then replace("t0"."added"::text,
    ' ', 'T') else "t0"."added"::text end, to_base64("t0"."cover"), substr(concat(case when exists (
  select 1
  from (
    select "t0"."id", "t0"."title", "t0"."artist_id", "t0"."producer_id", "t0"."released", "t0"."price", "t0"."sold",
        case when (("t0"."sold" = $1::BOOLEAN)) then "t0"."code" end as "code"
    from "main"."album" as "t0"
    where (("t0"."artist_id" = $2::BIGINT) or ("t0"."sold" = $3::BOOLEAN))
  ) as "t1"
  where "t1"."id" = "t0"."album_id"
) then concat(',"ForeignKey(''album.id'')":"http://localhost/api/database/tables/album/recs/[', coalesce("t0"."album_id"::text,
    ''), ']"') else '' end), 2), "n"
from (
  select *, '0' as "n"
  from (
    select "t0"."id", "t0"."album_id", "t0"."name", "t0"."length", "t0"."added", "t0"."cover"
    from "main"."track" as "t0"
    where (("t0"."length" > $4::DOUBLE))
  ) as "t0"
  where "t0"."id" = $5 union all
  select *, '1' as "n"
  from (
    select "t0"."id", "t0"."album_id", "t0"."name", "t0"."length", "t0"."added", "t0"."cover"
    from "main"."track" as "t0"
    where (("t0"."length" > $6::DOUBLE))
  ) as "t0"
  where "t0"."id" = $7 union all
  select *, '2' as "n"
  from (
    select "t0"."id", "t0"."album_id", "t0"."name", "t0"."length", "t0"."added", "t0"."cover"
    from "main"."track" as "t0"
    where (("t0"."length" > $8::DOUBLE))
  ) as "t0"
  where "t0"."id" = $9
) as "t0"
-- with "false", "3", "false", "60", 7, "60", 7, "60", 7
-- reads track, album
-- in parts: {"between":["{\"id\":",",\"album_id\":",",\"name\":",",\"length\":",",\"added\":",",\"cover\":",",\"__url__\":\"http://localhost/api/database/tables/track/recs/[","]\",\"__links__\":{","}}"],"values":[{"at":0,"kind":"json"},{"at":1,"kind":"json"},{"at":2,"kind":"text"},{"at":3,"kind":"json"},{"at":4,"kind":"text"},{"at":5,"kind":"text"},{"at":0,"kind":"json"},{"at":6,"kind":"json"}]}
