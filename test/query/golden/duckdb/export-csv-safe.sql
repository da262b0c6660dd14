-- rows
select concat_ws(',', coalesce("p"."c0"::text, ''), case when "p"."c1" is null then '' when (starts_with("p"."c1",
    '=') or starts_with("p"."c1", '+') or starts_with("p"."c1", '@') or starts_with("p"."c1", chr(9)) or starts_with("p"."c1",
    chr(13)) or starts_with("p"."c1", chr(10)) or starts_with("p"."c1", '-')) then concat('"', replace(concat('''',
    "p"."c1"), '"', '""'), '"') when "p"."c1" = '' then '""' when (contains("p"."c1", ',') or contains("p"."c1",
    '"') or contains("p"."c1", chr(13)) or contains("p"."c1", chr(10))) then concat('"', replace("p"."c1", '"',
    '""'), '"') else "p"."c1" end) as "line"
from (
  select "t0"."id" as "c0", "t0"."title" as "c1", "t0"."id" as "s0"
  from "main"."album" as "t0"
  order by "t0"."id"
) as "p"
order by "p"."s0"
-- reads album
