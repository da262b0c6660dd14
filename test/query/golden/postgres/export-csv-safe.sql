-- rows
select concat_ws(',', coalesce("p"."c0"::text, ''), case when "p"."c1"::text is null then '' when "p"."c1"::text
    collate "C" ~ $1 then ('"' || replace(('''' || "p"."c1"::text), '"', '""') || '"') when "p"."c1"::text = ''
    then '""' when strpos("p"."c1"::text collate "C", ',') + strpos("p"."c1"::text collate "C", '"') + strpos("p"."c1"::text
    collate "C", '') + strpos("p"."c1"::text collate "C", '
') > 0 then ('"' || replace("p"."c1"::text, '"', '""')
    || '"') else "p"."c1"::text end) as "line"
from (
  select "t0"."id" as "c0", "t0"."title" as "c1", "t0"."id" as "s0"
  from "public"."album" as "t0"
  order by "t0"."id"
) as "p"
order by "p"."s0"
-- with "^[=+@\t\r\n-]"
-- reads album
