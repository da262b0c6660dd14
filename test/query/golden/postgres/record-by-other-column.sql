-- record
select ((('{"id":' || coalesce(("t0"."id" | 0)::text, 'null') || ',"title":' || coalesce(to_json("t0"."title")::text,
    'null') || ',"artist_id":' || coalesce(("t0"."artist_id" | 0)::text, 'null')) || (',"producer_id":' || coalesce(("t0"."producer_id"
    | 0)::text, 'null') || ',"released":' || coalesce(to_json("t0"."released")::text, 'null') || ',"price":' ||
    coalesce(to_json("t0"."price")::text, 'null'))) || ((',"sold":' || coalesce(case "t0"."sold" when true then
    'true' when false then 'false' end, 'null') || ',"code":' || coalesce(to_json("t0"."code")::text, 'null') ||
    ',"__url__":"http://localhost/api/database/tables/album/recs/[' || coalesce("t0"."id"::text, '')) || (']","__links__":{"ForeignKey(''artist.id'')":"http://localhost/api/database/tables/artist/recs/['
    || coalesce("t0"."artist_id"::text, '') || ']"' || case when "t0"."producer_id" is null then '' else (',"ForeignKey(''artist.id'') producer_id":"http://localhost/api/database/tables/artist/recs/['
    || coalesce("t0"."producer_id"::text, '') || ']"') end || '}}'))) as "line"
from "public"."album" as "t0"
where ("t0"."code" = $1)
limit 2
-- with "x"
-- reads album
-- by key: ["x"]

-- three of them
select ((('{"id":' || coalesce(("t0"."id" | 0)::text, 'null') || ',"title":' || coalesce(to_json("t0"."title")::text,
    'null') || ',"artist_id":' || coalesce(("t0"."artist_id" | 0)::text, 'null')) || (',"producer_id":' || coalesce(("t0"."producer_id"
    | 0)::text, 'null') || ',"released":' || coalesce(to_json("t0"."released")::text, 'null') || ',"price":' ||
    coalesce(to_json("t0"."price")::text, 'null'))) || ((',"sold":' || coalesce(case "t0"."sold" when true then
    'true' when false then 'false' end, 'null') || ',"code":' || coalesce(to_json("t0"."code")::text, 'null') ||
    ',"__url__":"http://localhost/api/database/tables/album/recs/[' || coalesce("t0"."id"::text, '')) || (']","__links__":{"ForeignKey(''artist.id'')":"http://localhost/api/database/tables/artist/recs/['
    || coalesce("t0"."artist_id"::text, '') || ']"' || case when "t0"."producer_id" is null then '' else (',"ForeignKey(''artist.id'') producer_id":"http://localhost/api/database/tables/artist/recs/['
    || coalesce("t0"."producer_id"::text, '') || ']"') end || '}}'))) as "line", case when "t0"."code" = $1 then
    '0' when "t0"."code" = $2 then '1' when "t0"."code" = $3 then '2' when "t0"."code" = $4 then '3' end as "n"
from "public"."album" as "t0"
where "t0"."code" in ($5, $6, $7, $8)
-- with "x", "x", "x", "x", "x", "x", "x", "x"
-- reads album
