-- page
select concat(concat('[', case when typeof("g"."v0") = 'integer' then case "g"."v0" when 0 then 'false' when 1 then
    'true' else "g"."v0" end else iif(+"g"."v0" >= 9e999 or +"g"."v0" <= -9e999, json_quote(case typeof("g"."v0")
    when 'blob' then joinery_base64("g"."v0") when 'real' then iif("g"."v0" > 0, 'Infinity', '-Infinity') else "g"."v0"
    end), ifnull("g"."v0", 'null')) end, ',', json_quote(iif(+"g"."v1" >= x'', joinery_base64("g"."v1"), "g"."v1")),
    ',', "g"."j0", ',', "g"."j1", ',', "g"."j2", ',', "g"."j3", ',', "g"."j4", ',', "g"."j5", ']'), '
', concat('[',
    iif(iif("g"."s0" between -9007199254740992 and 9007199254740992, "g"."s0", joinery_near("g"."s0")) is null,
    'null', json_quote(iif(typeof(iif("g"."s0" between -9007199254740992 and 9007199254740992, "g"."s0", joinery_near("g"."s0")))
    = 'text', 'S' || iif("g"."s0" between -9007199254740992 and 9007199254740992, "g"."s0", joinery_near("g"."s0")),
    quote(iif("g"."s0" between -9007199254740992 and 9007199254740992, "g"."s0", joinery_near("g"."s0")))))), ',',
    iif(iif("g"."s0" between -9007199254740992 and 9007199254740992, 0, joinery_beyond("g"."s0")) is null, 'null',
    json_quote(iif(typeof(iif("g"."s0" between -9007199254740992 and 9007199254740992, 0, joinery_beyond("g"."s0")))
    = 'text', 'S' || iif("g"."s0" between -9007199254740992 and 9007199254740992, 0, joinery_beyond("g"."s0")),
    quote(iif("g"."s0" between -9007199254740992 and 9007199254740992, 0, joinery_beyond("g"."s0")))))), ',', case
    typeof("g"."b0") when 'null' then 'null' when 'text' then '"T' || hex("g"."b0") || '"' else json_quote(quote("g"."b0"))
    end, ',', case typeof("g"."b1") when 'null' then 'null' when 'text' then '"T' || hex("g"."b1") || '"' else json_quote(quote("g"."b1"))
    end, ']'))
from (
  select "t0"."sold" as "b0", "t0"."title" as "b1", min("t0"."sold" collate binary) as "v0", "t0"."title" as "v1",
      ifnull(joinery_unit_sum(2, count("t0"."price"), total(round(("t0"."price") * 1e2)), min("t0"."price" = round(("t0"."price")
      * 1e2) / 1e2), total("t0"."price")), 'null') as "j0", ifnull(joinery_unit_avg(2, count("t0"."price"), total(round(("t0"."price")
      * 1e2)), min("t0"."price" = round(("t0"."price") * 1e2) / 1e2), total("t0"."price")), 'null') as "j1", iif(+min("t0"."price")
      >= 9e999 or +min("t0"."price") <= -9e999, json_quote(case typeof(min("t0"."price")) when 'blob' then joinery_base64(min("t0"."price"))
      when 'real' then iif(min("t0"."price") > 0, 'Infinity', '-Infinity') else min("t0"."price") end), ifnull(min("t0"."price"),
      'null')) as "j2", iif(+max("t0"."price") >= 9e999 or +max("t0"."price") <= -9e999, json_quote(case typeof(max("t0"."price"))
      when 'blob' then joinery_base64(max("t0"."price")) when 'real' then iif(max("t0"."price") > 0, 'Infinity',
      '-Infinity') else max("t0"."price") end), ifnull(max("t0"."price"), 'null')) as "j3", cast(count("t0"."price")
      as text) as "j4", cast(count(distinct "t0"."price") as text) as "j5", case when min("t0"."price" = round(("t0"."price")
      * 1e2) / 1e2) = 1 and abs(total(round(("t0"."price") * 1e2))) < 1000000000000000 then iif(cast(total(round(("t0"."price")
      * 1e2)) as integer) % 100 = 0, cast(total(round(("t0"."price") * 1e2)) as integer) / 100, total(round(("t0"."price")
      * 1e2)) / 1e2) else joinery_unit_sum_value(2, count("t0"."price"), total(round(("t0"."price") * 1e2)), min("t0"."price"
      = round(("t0"."price") * 1e2) / 1e2), total("t0"."price")) end as "s0"
  from "main"."album" as "t0"
  group by 1, 2
) as "g"
order by iif("g"."s0" between -9007199254740992 and 9007199254740992, "g"."s0", joinery_near("g"."s0")) desc nulls
    last, iif("g"."s0" between -9007199254740992 and 9007199254740992, 0, joinery_beyond("g"."s0")) desc nulls last,
    "g"."b0" nulls last, "g"."b1" nulls last
limit ? + 0
-- with 100
-- reads album

-- totals
select cast(count(*) as text)
from (
  select "t0"."sold" as "b0", "t0"."title" as "b1"
  from "main"."album" as "t0"
  group by 1, 2
) as "g"
-- reads album
