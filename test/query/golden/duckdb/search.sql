-- page
select concat(concat('[', coalesce("p"."c0"::text, 'null'), ',', coalesce(to_json("p"."c1")::text, 'null'), ',',
    coalesce(to_json("p"."c2")::text, 'null'), ']'), '
', concat('[', coalesce(to_json(("p"."s0")::text)::text,
    'null'), ',', coalesce('"' || "p"."s1"::text || '"', 'null'), ']')) as "line"
from (
  select "t0"."id" as "c0", "t0"."title" as "c1", "t1"."name" as "c2", "t0"."title" as "s0", "t0"."id" as "s1"
  from "main"."album" as "t0"
  join "main"."artist" as "t1" on "t1"."id" = "t0"."artist_id"
  where (case when contains("t1"."name", 'İ') or contains("t1"."name", 'ς')
    then contains(replace(lower(replace("t1"."name",
      'İ', 'i')), 'ς', 'σ'), $1::text) else contains(lower("t1"."name"), $2::text) end)
  order by "t0"."title", "t0"."id"
  limit 100
) as "p"
order by "p"."s0", "p"."s1"
-- with "ab", "ab"
-- reads album, artist

-- totals
select (count(*))::text
from "main"."album" as "t0"
join "main"."artist" as "t1" on "t1"."id" = "t0"."artist_id"
where (case when contains("t1"."name", 'İ') or contains("t1"."name", 'ς')
    then contains(replace(lower(replace("t1"."name",
    'İ', 'i')), 'ς', 'σ'), $1::text) else contains(lower("t1"."name"), $2::text) end)
-- with "ab", "ab"
-- reads album, artist
