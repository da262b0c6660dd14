-- rows
select concat_ws('	', case when "g"."v0" is null then '' when "g"."v0" = '' then '""' when (contains("g"."v0", chr(9))
    or contains("g"."v0", '"') or contains("g"."v0", chr(13)) or contains("g"."v0", chr(10))) then concat('"', replace("g"."v0",
    '"', '""'), '"') else "g"."v0" end, coalesce("g"."j0", ''))
from (
  select "t0"."title" as "b0", "t0"."title" as "v0", sum("t0"."price")::text as "j0"
  from "main"."album" as "t0"
  group by 1
) as "g"
order by "g"."b0" nulls last
-- reads album
