-- page
select concat(concat('[', coalesce("p"."c0"::text, 'null'), ',', coalesce(to_json("p"."c1")::text, 'null'), ']'),
    '
', concat('[', coalesce('"' || "p"."s0"::text || '"', 'null'), ']')) as "line"
from (
  select "t0"."id" as "c0", "t0"."title" as "c1", "t0"."id" as "s0"
  from "main"."album" as "t0"
  where (case when contains("t0"."title", 'İ') or contains("t0"."title", 'ς')
    then contains(replace(lower(replace("t0"."title",
      'İ', 'i')), 'ς', 'σ'), $1::text) else contains(lower("t0"."title"), $2::text) end)
  order by "t0"."id"
  limit 100
) as "p"
order by "p"."s0"
-- with "größe", "größe"
-- reads album

-- totals
select (count(*))::text
from "main"."album" as "t0"
where (case when contains("t0"."title", 'İ') or contains("t0"."title", 'ς')
    then contains(replace(lower(replace("t0"."title",
    'İ', 'i')), 'ς', 'σ'), $1::text) else contains(lower("t0"."title"), $2::text) end)
-- with "größe", "größe"
-- reads album
