-- page
select concat(concat('[', coalesce("p"."c0"::text, 'null'), ',', coalesce(to_json("p"."c1")::text, 'null'), ',',
    coalesce("p"."c2"::text, 'null'), ',', coalesce(case when isfinite("p"."c3") then "p"."c3"::text when "p"."c3"
    is not null then case when isnan("p"."c3") then '"NaN"' when "p"."c3" > 0 then '"Infinity"' else '"-Infinity"'
    end end, 'null'), ',', coalesce("p"."c4"::text, 'null'), ']'), '
', concat('[', coalesce('"' || "p"."s0"::text
    || '"', 'null'), ',', coalesce(to_json(("p"."s1")::text)::text, 'null'), ',', coalesce('"' || "p"."s2"::text
    || '"', 'null'), ',', coalesce('"' || "p"."s3"::text || '"', 'null'), ',', coalesce('"' || "p"."s4"::text ||
    '"', 'null'), ']')) as "line"
from (
  select "t0"."id" as "c0", "t0"."title" as "c1", "t0"."price" as "c2", "t1"."length" as "c3", "t2"."weight" as
      "c4", "t0"."id" as "s0", "t2"."word" as "s1", "t2"."weight" as "s2", "t1"."id" as "s3", "t2"."rowid" as "s4"
  from "main"."album" as "t0"
  left join "main"."track" as "t1" on "t1"."album_id" = "t0"."id"
  join "main"."word" as "t2" on 1 = 1
  order by "t0"."id", "t2"."word" nulls last, "t2"."weight" nulls last, "t1"."id" nulls last, "t2"."rowid"
  limit 100
) as "p"
order by "p"."s0", "p"."s1" nulls last, "p"."s2" nulls last, "p"."s3" nulls last, "p"."s4"
-- reads album, track, word

-- totals
select concat((
  select concat(((
    select count(*)
    from "main"."album" as "t0"
    left join "main"."track" as "t1" on "t1"."album_id" = "t0"."id"
  ))::text, '*', ((
    select count(*)
    from "main"."word" as "t2"
  ))::text)
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
