-- list
select ((('{"id":' || coalesce(("t0"."id" | 0)::text, 'null') || ',"title":' || coalesce(to_json("t0"."title")::text,
    'null') || ',"artist_id":' || coalesce(("t0"."artist_id" | 0)::text, 'null')) || (',"producer_id":' || coalesce(("t0"."producer_id"
    | 0)::text, 'null') || ',"released":' || coalesce(to_json("t0"."released")::text, 'null') || ',"price":' ||
    coalesce(to_json("t0"."price")::text, 'null'))) || ((',"sold":' || coalesce(case "t0"."sold" when true then
    'true' when false then 'false' end, 'null') || ',"code":' || coalesce(to_json("t0"."code")::text, 'null') ||
    ',"__url__":"http://localhost/api/database/tables/album/recs/[' || coalesce("t0"."id"::text, '')) || (']","__links__":{"ForeignKey(''artist.id'')":"http://localhost/api/database/tables/artist/recs/['
    || coalesce("t0"."artist_id"::text, '') || ']"' || case when "t0"."producer_id" is null then '' else (',"ForeignKey(''artist.id'') producer_id":"http://localhost/api/database/tables/artist/recs/['
    || coalesce("t0"."producer_id"::text, '') || ']"') end || '}}'))) as "line"
from "public"."album" as "t0"
order by "t0"."id"
limit 20 offset $1
-- with 40
-- reads album
