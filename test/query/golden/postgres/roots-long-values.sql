-- page
select (('[' || coalesce(("t0"."id" | 0)::text, 'null') || ',' || coalesce(to_json("t0"."title")::text, 'null')
    || ',' || coalesce('"' || translate(encode("t1"."cover", 'base64'), E'\n', '') || '"', 'null') || ']') || '
'
    || ('[' || coalesce('"' || ("t0"."id" | 0)::text || '"', 'null') || ',' || coalesce('"' || ("t1"."id" | 0)::text
    || '"', 'null') || ']')) as "line"
from "public"."album" as "t0"
join "public"."track" as "t1" on 1 = 1
order by "t0"."id", "t1"."id"
limit 100
-- reads album, track

-- totals
select (((
  select count(*)
  from "public"."album" as "t0"
))::text || '*' || ((
  select count(*)
  from "public"."track" as "t1"
))::text)
-- reads album, track
