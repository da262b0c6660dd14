-- list
select concat('{"id":', coalesce("p"."c0"::text, 'null'), ',"title":', coalesce(to_json("p"."c1")::text, 'null'),
    ',"artist_id":', coalesce("p"."c2"::text, 'null'), ',"producer_id":', coalesce("p"."c3"::text, 'null'), ',"released":',
    coalesce('"' || "p"."c4"::text || '"', 'null'), ',"price":', coalesce("p"."c5"::text, 'null'), ',"sold":', coalesce("p"."c6"::text,
    'null'), ',"code":', coalesce(to_json("p"."c7")::text, 'null'), ',"__url__":"http://localhost/api/database/tables/album/recs/[',
    coalesce("p"."c0"::text, ''), ']","__links__":{', '"ForeignKey(''artist.id'')":"http://localhost/api/database/tables/artist/recs/[',
    coalesce("p"."c2"::text, ''), ']"', case when "p"."c3" is null then '' else concat(',"ForeignKey(''artist.id'') producer_id":"http://localhost/api/database/tables/artist/recs/[',
    coalesce("p"."c3"::text, ''), ']"') end, '}}') as "line"
from (
  select "t0"."id" as "c0", "t0"."title" as "c1", "t0"."artist_id" as "c2", "t0"."producer_id" as "c3", "t0"."released"
      as "c4", "t0"."price" as "c5", "t0"."sold" as "c6", "t0"."code" as "c7", "t0"."id" as "s0"
  from "main"."album" as "t0"
  order by "t0"."id"
  limit 20 offset $1
) as "p"
order by "p"."s0"
-- with 40
-- reads album
