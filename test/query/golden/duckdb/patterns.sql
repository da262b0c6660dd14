-- page
select concat(concat('[', coalesce("p"."c0"::text, 'null'), ',', coalesce(to_json("p"."c1")::text, 'null'), ']'),
    '
', concat('[', coalesce('"' || "p"."s0"::text || '"', 'null'), ']')) as "line"
from (
  select "t0"."id" as "c0", "t0"."title" as "c1", "t0"."id" as "s0"
  from "main"."album" as "t0"
  where ((("t0"."title" like $1::text escape '!') or (replace(lower(replace("t0"."title", 'İ', 'i')), 'ς', 'σ')
      like $2::text escape '!') or (not (replace(lower(replace("t0"."title", 'İ', 'i')), 'ς', 'σ') like $3::text
      escape '!'))))
  order by "t0"."id"
  limit 100
) as "p"
order by "p"."s0"
-- with "a_c%", "kind%", "%x"
-- reads album

-- totals
select (count(*))::text
from "main"."album" as "t0"
where ((("t0"."title" like $1::text escape '!') or (replace(lower(replace("t0"."title", 'İ', 'i')), 'ς', 'σ') like
    $2::text escape '!') or (not (replace(lower(replace("t0"."title", 'İ', 'i')), 'ς', 'σ') like $3::text escape
    '!'))))
-- with "a_c%", "kind%", "%x"
-- reads album
