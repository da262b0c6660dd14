-- page
select concat(concat('[', coalesce("p"."c0"::text, 'null'), ',', coalesce(to_json("p"."c1")::text, 'null'), ']'),
    '
', concat('[', coalesce('"' || "p"."s0"::text || '"', 'null'), ']')) as "line"
from (
  select "t0"."id" as "c0", "t0"."title" as "c1", "t0"."id" as "s0"
  from "main"."album" as "t0"
  where ("t0"."artist_id" in ($1::BIGINT, $2::BIGINT))
  order by "t0"."id"
  limit 100
) as "p"
order by "p"."s0"
-- with "1", "2"
-- reads album

-- totals
select (count(*))::text
from "main"."album" as "t0"
where ("t0"."artist_id" in ($1::BIGINT, $2::BIGINT))
-- with "1", "2"
-- reads album
