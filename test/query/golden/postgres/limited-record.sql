-- record
select ((('{"id":' || coalesce(("t0"."id" | 0)::text, 'null') || ',"album_id":' || coalesce(("t0"."album_id" | 0)::text,
    'null') || ',"name":') || (coalesce(to_json("t0"."name")::text, 'null') || ',"length":' || coalesce(to_json("t0"."length")::text,
    'null') || ',"added":')) || (coalesce(case when "t0"."added" >= timestamp '0001-01-01' then '"' || replace("t0"."added"::text,
    ' ', 'T') || '"' else to_json("t0"."added")::text end, 'null') || ',"cover":' || coalesce('"' || translate(encode("t0"."cover",
    'base64'), E'\n', '') || '"', 'null') || ',"__url__":"http://localhost/api/database/tables/track/recs/[' ||
    coalesce("t0"."id"::text, '') || ']","__links__":{' || substr((case when exists (
  select 1
  from (
    select "t0"."id", "t0"."title", "t0"."artist_id", "t0"."producer_id", "t0"."released", "t0"."price", "t0"."sold",
        case when (("t0"."sold" = $1::boolean)) then "t0"."code" end as "code"
    from "public"."album" as "t0"
    where (("t0"."artist_id" = $2::int8) or ("t0"."sold" = $3::boolean))
  ) as "t1"
  where "t1"."id" = "t0"."album_id"
) then (',"ForeignKey(''album.id'')":"http://localhost/api/database/tables/album/recs/[' || coalesce("t0"."album_id"::text,
    '') || ']"') else '' end), 2) || '}}')) as "line"
from "public"."track" as "t0"
where (("t0"."length" > $4::float8)) and ("t0"."id" = $5)
limit 2
-- with false, "3", false, "60", "7"
-- reads track, album
-- by key: ["7"]

-- three of them
select ((('{"id":' || coalesce(("t0"."id" | 0)::text, 'null') || ',"album_id":' || coalesce(("t0"."album_id" | 0)::text,
    'null') || ',"name":') || (coalesce(to_json("t0"."name")::text, 'null') || ',"length":' || coalesce(to_json("t0"."length")::text,
    'null') || ',"added":')) || (coalesce(case when "t0"."added" >= timestamp '0001-01-01' then '"' || replace("t0"."added"::text,
    ' ', 'T') || '"' else to_json("t0"."added")::text end, 'null') || ',"cover":' || coalesce('"' || translate(encode("t0"."cover",
    'base64'), E'\n', '') || '"', 'null') || ',"__url__":"http://localhost/api/database/tables/track/recs/[' ||
    coalesce("t0"."id"::text, '') || ']","__links__":{' || substr((case when exists (
  select 1
  from (
    select "t0"."id", "t0"."title", "t0"."artist_id", "t0"."producer_id", "t0"."released", "t0"."price", "t0"."sold",
        case when (("t0"."sold" = $1::boolean)) then "t0"."code" end as "code"
    from "public"."album" as "t0"
    where (("t0"."artist_id" = $2::int8) or ("t0"."sold" = $3::boolean))
  ) as "t1"
  where "t1"."id" = "t0"."album_id"
) then (',"ForeignKey(''album.id'')":"http://localhost/api/database/tables/album/recs/[' || coalesce("t0"."album_id"::text,
    '') || ']"') else '' end), 2) || '}}')) as "line", case when "t0"."id" = $4 then '0' when "t0"."id" = $5 then
    '1' when "t0"."id" = $6 then '2' when "t0"."id" = $7 then '3' end as "n"
from "public"."track" as "t0"
where "t0"."id" in ($8, $9, $10, $11) and (("t0"."length" > $12::float8))
-- with false, "3", false, "7", "7", "7", "7", "7", "7", "7", "7", "60"
-- reads album, track
