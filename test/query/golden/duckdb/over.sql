-- page
select concat(concat('[', coalesce("g"."v0"::text, 'null'), ',', "g"."j0", ',', coalesce(rtrim(rtrim(("g"."o0")::text,
    '0'), '.'), 'null'), ']'), '
', concat('[', coalesce('"' || "g"."b0"::text || '"', 'null'), ']'))
from (
  select "g".*, list_transform([struct_pack(v := sum("g"."m0") over (
  order by "g"."v0" nulls last, "g"."b0" nulls last rows unbounded preceding))], lambda v: case when abs((v['v'])::double)
      < 1e30 then v['v'] end)[1] as "o0"
  from (
    select "b"."c0" as "b0", "b"."c0" as "v0", coalesce(sum("b"."c1")::text, 'null') as "j0", try_cast(sum("b"."c1")::text
        as DECIMAL(38,2)) as "m0"
    from (
      select try_cast(try(try_cast(date_part('year', "t0"."released"::DATE) as DECIMAL(38,0))) as DECIMAL(38,0))
          as "c0", "t0"."price" as "c1"
      from "main"."album" as "t0"
    ) as "b"
    group by 1
  ) as "g"
) as "g"
order by "g"."b0" nulls last
limit 100
-- reads album

-- totals
select (count(*))::text
from (
  select try_cast(try(try_cast(date_part('year', "t0"."released"::DATE) as DECIMAL(38,0))) as DECIMAL(38,0)) as
      "b0"
  from "main"."album" as "t0"
  group by 1
) as "g"
-- reads album
