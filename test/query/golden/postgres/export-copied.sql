-- rows
copy (
  select "p"."c0", "p"."c1"::text, (to_json("p"."c2") #>> '{}')
  from (
    select "t0"."id" as "c0", "t0"."title" as "c1", "t0"."released" as "c2", "t0"."id" as "s0"
    from "public"."album" as "t0"
    order by "t0"."id"
  ) as "p"
  order by "p"."s0"
) to stdout (format csv, delimiter ',')
-- reads album
-- as lines: {"separator":",","moments":[]}
