-- rows
select concat_ws(',', coalesce("p"."c0"::text, ''), case when "p"."c1"::text is null then '' when "p"."c1"::text
    = '' then '""' when strpos("p"."c1"::text collate "C", ',') + strpos("p"."c1"::text collate "C", '"') + strpos("p"."c1"::text
    collate "C", '') + strpos("p"."c1"::text collate "C", '
') > 0 then ('"' || replace("p"."c1"::text, '"', '""')
    || '"') else "p"."c1"::text end, case when "p"."c2"::text is null then '' when "p"."c2"::text = '' then '""'
    when strpos("p"."c2"::text collate "C", ',') + strpos("p"."c2"::text collate "C", '"') + strpos("p"."c2"::text
    collate "C", '') + strpos("p"."c2"::text collate "C", '
') > 0 then ('"' || replace("p"."c2"::text, '"', '""')
    || '"') else "p"."c2"::text end) as "line"
from (
  select "t0"."id" as "c0", "t0"."title" as "c1", "t1"."name" as "c2", "t0"."id" as "s0"
  from "public"."album" as "t0"
  left join "public"."artist" as "t1" on "t1"."id" = "t0"."artist_id"
  order by "t0"."id"
) as "p"
order by "p"."s0"
-- reads album, artist
