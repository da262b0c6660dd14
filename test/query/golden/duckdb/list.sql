-- list
select concat('{"id":', coalesce("t0"."id"::text, 'null'), ',"title":', coalesce(to_json("t0"."title")::text, 'null'),
    ',"artist_id":', coalesce("t0"."artist_id"::text, 'null'), ',"producer_id":', coalesce("t0"."producer_id"::text,
    'null'), ',"released":', coalesce('"' || "t0"."released"::text || '"', 'null'), ',"price":', coalesce("t0"."price"::text,
    'null'), ',"sold":', coalesce("t0"."sold"::text, 'null'), ',"code":', coalesce(to_json("t0"."code")::text, 'null'),
    ',"__url__":"http://localhost/api/database/tables/album/recs/[', coalesce("t0"."id"::text, ''), ']","__links__":{',
    '"ForeignKey(''artist.id'')":"http://localhost/api/database/tables/artist/recs/[', coalesce("t0"."artist_id"::text,
    ''), ']"', case when "t0"."producer_id" is null then '' else concat(',"ForeignKey(''artist.id'') producer_id":"http://localhost/api/database/tables/artist/recs/[',
    coalesce("t0"."producer_id"::text, ''), ']"') end, '}}') as "line"
from "main"."album" as "t0"
order by "t0"."id"
-- reads album
-- in ranges: {"isFiltered":false,"value":"\"t0\".\"id\"","order":" order by \"t0\".\"id\"","descending":false,"nulls":"last","limit":null}
select concat('{"id":', coalesce("t0"."id"::text, 'null'), ',"title":', coalesce(to_json("t0"."title")::text, 'null'),
    ',"artist_id":', coalesce("t0"."artist_id"::text, 'null'), ',"producer_id":', coalesce("t0"."producer_id"::text,
    'null'), ',"released":', coalesce('"' || "t0"."released"::text || '"', 'null'), ',"price":', coalesce("t0"."price"::text,
    'null'), ',"sold":', coalesce("t0"."sold"::text, 'null'), ',"code":', coalesce(to_json("t0"."code")::text, 'null'),
    ',"__url__":"http://localhost/api/database/tables/album/recs/[', coalesce("t0"."id"::text, ''), ']","__links__":{',
    '"ForeignKey(''artist.id'')":"http://localhost/api/database/tables/artist/recs/[', coalesce("t0"."artist_id"::text,
    ''), ']"', case when "t0"."producer_id" is null then '' else concat(',"ForeignKey(''artist.id'') producer_id":"http://localhost/api/database/tables/artist/recs/[',
    coalesce("t0"."producer_id"::text, ''), ']"') end, '}}') as "line"
from "main"."album" as "t0"
-- values
select "t0"."id"
from "main"."album" as "t0"
