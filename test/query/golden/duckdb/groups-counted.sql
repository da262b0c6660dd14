-- page
select concat(concat('[', coalesce("g"."v0"::text, 'null'), ',', "g"."j0", ']'), '
', concat('[', coalesce('"' ||
    "g"."b0"::text || '"', 'null'), ']'))
from (
  select "t0"."listener" as "b0", "t0"."listener" as "v0", coalesce(count(*)::text, 'null') as "j0"
  from "main"."play" as "t0"
  group by 1
) as "g"
order by "g"."b0" nulls last
limit 100
-- reads play

-- totals
select (count(*))::text
from (
  select "t0"."listener" as "b0"
  from "main"."play" as "t0"
  group by 1
) as "g"
-- reads play
