-- page
select (('[' || coalesce(("p"."c0" | 0)::text, 'null') || ',' || coalesce(to_json("p"."c1")::text, 'null') || ','
    || coalesce(translate(to_json(coalesce("r1_0"."v0", '[]'::json))::text, E'\n\r', '  '), 'null') || ']') || '
'
    || ('[' || coalesce('"' || ("p"."s0" | 0)::text || '"', 'null') || ']')) as "line"
from (
  select "t0"."id" as "c0", "t0"."title" as "c1", "t0"."id" as "s0"
  from "public"."album" as "t0"
  order by "t0"."id"
  limit 100
) as "p"
left join lateral (
  select "z"."k0", ('[' || string_agg(coalesce(to_json(z.v)::text, 'null'), ','
  order by z.n) || ']')::json as "v0"
  from (
    select "a"."k0", a.v, row_number() over (partition by "a"."k0"
    order by "a"."s0" nulls last, "a"."s1" nulls last) as n
    from (
      select "t1"."album_id" as "k0", "t1"."name" as v, "t1"."id" as "s0", "t1"."id" as "s1"
      from "public"."track" as "t1"
      where "t1"."album_id" = "p"."c0"
    ) as a
    where a.v is not null
  ) as z
  where z.n <= 3
  group by "z"."k0"
) as "r1_0" on "r1_0"."k0" = "p"."c0"
order by "p"."s0"
-- reads track, album

-- totals
select ("b"."n")::text
from (
  select count(*) as "n"
  from "public"."album" as "t0"
) as "b"
-- reads album
