-- page
select ((('[' || coalesce(("t0"."id" | 0)::text, 'null') || ',' || coalesce(to_json("t0"."title")::text, 'null')
    || ',' || coalesce(to_json("t0"."price")::text, 'null')) || (',' || coalesce(to_json("t1"."length")::text, 'null')
    || ',' || coalesce(("t2"."weight" | 0)::text, 'null') || ']')) || '
' || (('[' || coalesce('"' || ("t0"."id"
    | 0)::text || '"', 'null') || ',' || coalesce(to_json(("t2"."word")::text)::text, 'null') || ',' || coalesce('"'
    || ("t2"."weight" | 0)::text || '"', 'null') || ',') || (coalesce('"' || ("t1"."id" | 0)::text || '"', 'null')
    || ',' || coalesce(to_json(("t2"."tableoid"::int8)::text)::text, 'null') || ',' || coalesce(to_json(("t2"."ctid")::text)::text,
    'null') || ']'))) as "line"
from "public"."album" as "t0"
left join "public"."track" as "t1" on "t1"."album_id" = "t0"."id"
join "public"."word" as "t2" on 1 = 1
order by "t0"."id", "t2"."word" nulls last, "t2"."weight" nulls last, "t1"."id" nulls last, "t2"."tableoid"::int8,
    "t2"."ctid"
limit 100
-- reads album, track, word

-- totals
select ((
  select (((
    select count(*)
    from "public"."album" as "t0"
    left join "public"."track" as "t1" on "t1"."album_id" = "t0"."id"
  ))::text || '*' || ((
    select count(*)
    from "public"."word" as "t2"
  ))::text)
) || '
' || (
  select (coalesce(to_json(sum("t1"."length"::float8))::text, 'null') || '
' || coalesce(to_json(max("t1"."length"))::text,
      'null'))
  from "public"."album" as "t0"
  left join "public"."track" as "t1" on "t1"."album_id" = "t0"."id"
  where exists (
    select 1
    from "public"."word" as "t2"
  )
) || '
' || (
  select coalesce(to_json(sum("t0"."price")::numeric)::text, 'null')
  from "public"."album" as "t0"
  where exists (
    select 1
    from "public"."word" as "t2"
  )
) || '
' || (
  select coalesce(to_json(sum("t2"."weight")::numeric)::text, 'null')
  from "public"."word" as "t2"
  where exists (
    select 1
    from "public"."album" as "t0"
  )
))
-- reads album, track, word
