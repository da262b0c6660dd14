-- page
select concat(concat('[', coalesce("p"."c0"::text, 'null'), ',', coalesce(to_json("p"."c1")::text, 'null'), ',',
    coalesce('"' || "p"."c2"::text || '"', 'null'), ']'), '
', concat('[', coalesce('"' || "p"."s0"::text || '"',
    'null'), ']')) as "line"
from (
  select "t0"."id" as "c0", "t0"."title" as "c1", "t0"."released" as "c2", "t0"."id" as "s0"
  from "main"."album" as "t0"
  where ("t0"."id" in ($1::BIGINT, $2::BIGINT, $3::BIGINT, $4::BIGINT)) and (not ("t0"."title" in ($5::text, $6::text)))
      and ("t0"."released" in (try_cast($7::text as DATE))) and (((1 = 0) or ("t0"."released" is null)))
  order by "t0"."id"
  limit 100
) as "p"
order by "p"."s0"
-- with "1", "2", "3", "3", "x", "y", "2020-01-01"
-- reads album

-- totals
select (count(*))::text
from "main"."album" as "t0"
where ("t0"."id" in ($1::BIGINT, $2::BIGINT, $3::BIGINT, $4::BIGINT)) and (not ("t0"."title" in ($5::text, $6::text)))
    and ("t0"."released" in (try_cast($7::text as DATE))) and (((1 = 0) or ("t0"."released" is null)))
-- with "1", "2", "3", "3", "x", "y", "2020-01-01"
-- reads album
