-- list
select concat('{"id":', coalesce("t0"."id"::text, 'null'), ',"album_id":', coalesce("t0"."album_id"::text, 'null'),
    ',"name":', coalesce(to_json("t0"."name")::text, 'null'), ',"length":', coalesce(case when isfinite("t0"."length")
    then "t0"."length"::text when "t0"."length" is not null then case when isnan("t0"."length") then '"NaN"' when
    "t0"."length" > 0 then '"Infinity"' else '"-Infinity"' end end, 'null'), ',"added":', coalesce('"' || case when
    isfinite("t0"."added") and era("t0"."added") > 0 then replace("t0"."added"::text, ' ', 'T') else "t0"."added"::text
    end || '"', 'null'), ',"cover":', coalesce('"' || to_base64("t0"."cover") || '"', 'null'), ',"__url__":"http://localhost/api/database/tables/track/recs/[',
    coalesce("t0"."id"::text, ''), ']","__links__":{', substr(concat(case when exists (
  select 1
  from (
    select "t0"."id", "t0"."title", "t0"."artist_id", "t0"."producer_id", "t0"."released", "t0"."price", "t0"."sold",
        case when (("t0"."sold" = $1::BOOLEAN)) then "t0"."code" end as "code"
    from "main"."album" as "t0"
    where (("t0"."artist_id" = $2::BIGINT) or ("t0"."sold" = $3::BOOLEAN))
  ) as "t1"
  where "t1"."id" = "t0"."album_id"
) then concat(',"ForeignKey(''album.id'')":"http://localhost/api/database/tables/album/recs/[', coalesce("t0"."album_id"::text,
    ''), ']"') else '' end), 2), '}}') as "line"
from "main"."track" as "t0"
where (("t0"."length" > $4::DOUBLE))
order by "t0"."id"
-- with "false", "3", "false", "60"
-- reads track, album
-- in ranges: {"isFiltered":false,"value":"\"t0\".\"id\"","order":" order by \"t0\".\"id\"","descending":false,"nulls":"last","limit":null}
select concat('{"id":', coalesce("t0"."id"::text, 'null'), ',"album_id":', coalesce("t0"."album_id"::text, 'null'),
    ',"name":', coalesce(to_json("t0"."name")::text, 'null'), ',"length":', coalesce(case when isfinite("t0"."length")
    then "t0"."length"::text when "t0"."length" is not null then case when isnan("t0"."length") then '"NaN"' when
    "t0"."length" > 0 then '"Infinity"' else '"-Infinity"' end end, 'null'), ',"added":', coalesce('"' || case when
    isfinite("t0"."added") and era("t0"."added") > 0 then replace("t0"."added"::text, ' ', 'T') else "t0"."added"::text
    end || '"', 'null'), ',"cover":', coalesce('"' || to_base64("t0"."cover") || '"', 'null'), ',"__url__":"http://localhost/api/database/tables/track/recs/[',
    coalesce("t0"."id"::text, ''), ']","__links__":{', substr(concat(case when exists (
  select 1
  from (
    select "t0"."id", "t0"."title", "t0"."artist_id", "t0"."producer_id", "t0"."released", "t0"."price", "t0"."sold",
        case when (("t0"."sold" = $1::BOOLEAN)) then "t0"."code" end as "code"
    from "main"."album" as "t0"
    where (("t0"."artist_id" = $2::BIGINT) or ("t0"."sold" = $3::BOOLEAN))
  ) as "t1"
  where "t1"."id" = "t0"."album_id"
) then concat(',"ForeignKey(''album.id'')":"http://localhost/api/database/tables/album/recs/[', coalesce("t0"."album_id"::text,
    ''), ']"') else '' end), 2), '}}') as "line"
from (
  select "t0"."id", "t0"."album_id", "t0"."name", "t0"."length", "t0"."added", "t0"."cover"
  from "main"."track" as "t0"
  where (("t0"."length" > $4::DOUBLE))
) as "t0"
-- with "false", "3", "false", "60"
-- values
select "t0"."id"
from (
  select "t0"."id", "t0"."album_id", "t0"."name", "t0"."length", "t0"."added", "t0"."cover"
  from "main"."track" as "t0"
  where (("t0"."length" > $1::DOUBLE))
) as "t0"
-- with "60"
