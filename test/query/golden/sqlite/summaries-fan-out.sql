-- page
select concat(json_array("t0"."id", iif(+"t0"."title" >= x'', joinery_base64("t0"."title"), "t0"."title"), iif(+"t0"."price"
    >= 9e999 or +"t0"."price" <= -9e999, case typeof("t0"."price") when 'blob' then joinery_base64("t0"."price")
    when 'real' then iif("t0"."price" > 0, 'Infinity', '-Infinity') else "t0"."price" end, "t0"."price"), iif(+"t1"."length"
    >= 9e999 or +"t1"."length" <= -9e999, case typeof("t1"."length") when 'blob' then joinery_base64("t1"."length")
    when 'real' then iif("t1"."length" > 0, 'Infinity', '-Infinity') else "t1"."length" end, "t1"."length"), iif(+"t2"."weight"
    >= 9e999 or +"t2"."weight" <= -9e999, case typeof("t2"."weight") when 'blob' then joinery_base64("t2"."weight")
    when 'real' then iif("t2"."weight" > 0, 'Infinity', '-Infinity') else "t2"."weight" end, "t2"."weight")), '
',
    concat('[', ifnull('"' || "t0"."id" || '"', 'null'), ',', case typeof("t2"."word") when 'null' then 'null' when
    'text' then '"T' || hex("t2"."word") || '"' else json_quote(quote("t2"."word")) end, ',', case typeof("t2"."weight")
    when 'null' then 'null' when 'text' then '"T' || hex("t2"."weight") || '"' else json_quote(quote("t2"."weight"))
    end, ',', ifnull('"' || "t1"."id" || '"', 'null'), ',', case typeof("t2"."rowid") when 'null' then 'null' when
    'text' then '"T' || hex("t2"."rowid") || '"' else json_quote(quote("t2"."rowid")) end, ']')) as "line"
from "main"."album" as "t0"
left join "main"."track" as "t1" on "t1"."album_id" = "t0"."id"
join "main"."word" as "t2" on 1 = 1
where (((ifnull("t0"."id", 0)) * 1) % 251 <> 0 or joinery_tick()) and (((ifnull("t0"."id", 0)) * 1 + (ifnull("t1"."id",
    0)) * 31) % 251 <> 0 or joinery_tick()) and (((ifnull("t0"."id", 0)) * 1 + (ifnull("t1"."id", 0)) * 31 + (ifnull("t2"."rowid",
    0)) * 208) % 251 <> 0 or joinery_tick())
order by "t0"."id", "t2"."word" nulls last, "t2"."weight" nulls last, "t1"."id" nulls last, "t2"."rowid"
limit ? + 0
-- with 100
-- reads album, track, word
-- for usual values
select concat(json_array("t0"."id", iif(+"t0"."title" >= x'', 9e999, "t0"."title"), iif(+"t0"."price" >= x'', 9e999,
    "t0"."price"), iif(+"t1"."length" >= x'', 9e999, "t1"."length"), iif(+"t2"."weight" >= x'', 9e999, "t2"."weight")),
    '
', concat('[', ifnull('"' || "t0"."id" || '"', 'null'), ',', case typeof("t2"."word") when 'null' then 'null'
    when 'text' then '"T' || hex("t2"."word") || '"' else json_quote(quote("t2"."word")) end, ',', case typeof("t2"."weight")
    when 'null' then 'null' when 'text' then '"T' || hex("t2"."weight") || '"' else json_quote(quote("t2"."weight"))
    end, ',', ifnull('"' || "t1"."id" || '"', 'null'), ',', case typeof("t2"."rowid") when 'null' then 'null' when
    'text' then '"T' || hex("t2"."rowid") || '"' else json_quote(quote("t2"."rowid")) end, ']')) as "line"
from "main"."album" as "t0"
left join "main"."track" as "t1" on "t1"."album_id" = "t0"."id"
join "main"."word" as "t2" on 1 = 1
where (((ifnull("t0"."id", 0)) * 1) % 251 <> 0 or joinery_tick()) and (((ifnull("t0"."id", 0)) * 1 + (ifnull("t1"."id",
    0)) * 31) % 251 <> 0 or joinery_tick()) and (((ifnull("t0"."id", 0)) * 1 + (ifnull("t1"."id", 0)) * 31 + (ifnull("t2"."rowid",
    0)) * 208) % 251 <> 0 or joinery_tick())
order by "t0"."id", "t2"."word" nulls last, "t2"."weight" nulls last, "t1"."id" nulls last, "t2"."rowid"
limit ? + 0
-- with 100

-- totals
select concat((
  select concat(cast((
    select count(*)
    from "main"."album" as "t0"
    left join "main"."track" as "t1" on "t1"."album_id" = "t0"."id"
    where (((ifnull("t0"."id", 0)) * 1) % 251 <> 0 or joinery_tick()) and (((ifnull("t0"."id", 0)) * 1 + (ifnull("t1"."id",
        0)) * 31) % 251 <> 0 or joinery_tick())
  ) as text), '*', cast((
    select count(*)
    from "main"."word" as "t2"
  ) as text))
), '
', (
  select concat(ifnull(joinery_real_sum(count("t1"."length"), total("t1"."length")), 'null'), '
', iif(+max("t1"."length")
      >= 9e999 or +max("t1"."length") <= -9e999, json_quote(case typeof(max("t1"."length")) when 'blob' then joinery_base64(max("t1"."length"))
      when 'real' then iif(max("t1"."length") > 0, 'Infinity', '-Infinity') else max("t1"."length") end), ifnull(max("t1"."length"),
      'null')))
  from "main"."album" as "t0"
  left join "main"."track" as "t1" on "t1"."album_id" = "t0"."id"
  where (((ifnull("t0"."id", 0)) * 1) % 251 <> 0 or joinery_tick()) and (((ifnull("t0"."id", 0)) * 1 + (ifnull("t1"."id",
      0)) * 31) % 251 <> 0 or joinery_tick()) and exists (
    select 1
    from "main"."word" as "t2"
  )
), '
', (
  select ifnull(joinery_unit_sum(2, iif(joinery_units('album', 'price', 2), sum(round("t0"."price" * 1e2)) is not
      null, count("t0"."price") filter (
  where not joinery_units('album', 'price', 2))), sum(round("t0"."price" * 1e2)), iif(joinery_units('album', 'price',
      2), 1, min("t0"."price" = round("t0"."price" * 1e2) / 1e2) filter (
  where not joinery_units('album', 'price', 2))), iif(joinery_units('album', 'price', 2), sum(round("t0"."price"
      * 1e2)) / 1e2, total("t0"."price") filter (
  where not joinery_units('album', 'price', 2)))), 'null')
  from "main"."album" as "t0"
  where exists (
    select 1
    from "main"."word" as "t2"
  )
), '
', (
  select ifnull(joinery_whole_sum(count("t2"."weight"), sum((("t2"."weight") >> 32)), sum(("t2"."weight") - ((("t2"."weight")
      >> 32) << 32)), total("t2"."weight")), 'null')
  from "main"."word" as "t2"
  where exists (
    select 1
    from "main"."album" as "t0"
  )
))
-- reads album, track, word
