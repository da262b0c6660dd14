-- rows
select concat('{"id":', coalesce("p"."c0"::text, 'null'), ',"title":', coalesce(to_json("p"."c1")::text, 'null'),
    '}') as "line"
from (
  select "t0"."id" as "c0", "t0"."title" as "c1", "t0"."title" as "s0", "t0"."id" as "s1"
  from "main"."album" as "t0"
  order by "t0"."title", "t0"."id"
) as "p"
order by "p"."s0", "p"."s1"
-- reads album
-- in ranges: {"isFiltered":false,"value":"\"t0\".\"title\"","order":" order by \"t0\".\"title\", \"t0\".\"id\"","descending":false,"nulls":"last","limit":null}
select concat('{"id":', coalesce("t0"."id"::text, 'null'), ',"title":', coalesce(to_json("t0"."title")::text, 'null'),
    '}') as "line"
from "main"."album" as "t0"
-- values
select "t0"."title"
from "main"."album" as "t0"
