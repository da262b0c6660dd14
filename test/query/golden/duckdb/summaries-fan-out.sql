-- page
select concat(concat('[', coalesce("t0"."id"::text, 'null'), ',', coalesce(to_json("t0"."title")::text, 'null'),
    ',', coalesce("t0"."price"::text, 'null'), ',', coalesce(case when isfinite("t1"."length") then "t1"."length"::text
    when "t1"."length" is not null then case when isnan("t1"."length") then '"NaN"' when "t1"."length" > 0 then
    '"Infinity"' else '"-Infinity"' end end, 'null'), ',', coalesce("t2"."weight"::text, 'null'), ']'), '
', concat('[',
    coalesce('"' || "t0"."id"::text || '"', 'null'), ',', coalesce(to_json(("t2"."word")::text)::text, 'null'),
    ',', coalesce('"' || "t2"."weight"::text || '"', 'null'), ',', coalesce('"' || "t1"."id"::text || '"', 'null'),
    ',', coalesce('"' || "t2"."rowid"::text || '"', 'null'), ']')) as "line"
from "main"."album" as "t0"
left join "main"."track" as "t1" on "t1"."album_id" = "t0"."id"
join "main"."word" as "t2" on 1 = 1
order by "t0"."id", "t2"."word" nulls last, "t2"."weight" nulls last, "t1"."id" nulls last, "t2"."rowid"
limit 100
-- reads album, track, word

-- totals
select concat((
  select concat((
    select (count(*))::text
    from "main"."album" as "t0"
    left join "main"."track" as "t1" on "t1"."album_id" = "t0"."id"
  ), '*', (
    select (count(*))::text
    from "main"."word" as "t2"
  ))
), '
', (
  select concat(coalesce(case when isfinite(sum("t1"."length"::double)) then sum("t1"."length"::double)::text when
      sum("t1"."length"::double) is not null then case when isnan(sum("t1"."length"::double)) then '"NaN"' when
      sum("t1"."length"::double) > 0 then '"Infinity"' else '"-Infinity"' end end, 'null'), '
', coalesce(case when
      isfinite(max("t1"."length")) then max("t1"."length")::text when max("t1"."length") is not null then case when
      isnan(max("t1"."length")) then '"NaN"' when max("t1"."length") > 0 then '"Infinity"' else '"-Infinity"' end
      end, 'null'))
  from "main"."album" as "t0"
  left join "main"."track" as "t1" on "t1"."album_id" = "t0"."id"
  where exists (
    select 1
    from "main"."word" as "t2"
  )
), '
', (
  select coalesce(sum("t0"."price")::text, 'null')
  from "main"."album" as "t0"
  where exists (
    select 1
    from "main"."word" as "t2"
  )
), '
', (
  select coalesce(sum("t2"."weight")::text, 'null')
  from "main"."word" as "t2"
  where exists (
    select 1
    from "main"."album" as "t0"
  )
))
-- reads album, track, word
