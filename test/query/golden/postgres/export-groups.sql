-- rows
select concat_ws('	', case when "g"."v0"::text is null then '' when "g"."v0"::text = '' then '""' when strpos("g"."v0"::text
    collate "C", '	') + strpos("g"."v0"::text collate "C", '"') + strpos("g"."v0"::text collate "C", '') + strpos("g"."v0"::text
    collate "C", '
') > 0 then ('"' || replace("g"."v0"::text, '"', '""') || '"') else "g"."v0"::text end, coalesce("g"."j0",
    ''))
from (
  select "t0"."title" as "b0", "t0"."title" as "v0", sum("t0"."price")::numeric::text as "j0"
  from "public"."album" as "t0"
  group by 1
) as "g"
order by "g"."b0" nulls last
-- reads album
