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
-- in ranges: {"isFiltered":false,"value":"\"t0\".\"id\"","order":" order by \"t0\".\"id\"","descending":false,"nulls":"last","limit":null}
select concat_ws(',', coalesce("t0"."id"::text, ''), case when "t0"."title" is null then '' when (starts_with("t0"."title",
    '=') or starts_with("t0"."title", '+') or starts_with("t0"."title", '@') or starts_with("t0"."title", chr(9))
    or starts_with("t0"."title", chr(13)) or starts_with("t0"."title", chr(10)) or starts_with("t0"."title", '-'))
    then concat('"', replace(concat('''', "t0"."title"), '"', '""'), '"') when "t0"."title" = '' then '""' when
    (contains("t0"."title", ',') or contains("t0"."title", '"') or contains("t0"."title", chr(13)) or contains("t0"."title",
    chr(10))) then concat('"', replace("t0"."title", '"', '""'), '"') else "t0"."title" end) as "line"
from "main"."album" as "t0"
-- values
select "t0"."id"
from "main"."album" as "t0"
