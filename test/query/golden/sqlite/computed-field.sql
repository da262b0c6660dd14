-- page
select concat(json_array("p"."c0", iif(+"p"."c1" >= x'', joinery_base64("p"."c1"), "p"."c1"), iif(+"p"."c2" >= 9e999
    or +"p"."c2" <= -9e999, case typeof("p"."c2") when 'blob' then joinery_base64("p"."c2") when 'real' then iif("p"."c2"
    > 0, 'Infinity', '-Infinity') else "p"."c2" end, "p"."c2")), '
', concat('[', case typeof("p"."s0") when 'null'
    then 'null' when 'text' then '"T' || hex("p"."s0") || '"' else json_quote(quote("p"."s0")) end, ',', ifnull('"'
    || "p"."s1" || '"', 'null'), ']')) as "line"
from (
  select "t0"."id" as "c0", "t0"."title" as "c1", (joinery_round(iif(abs(("t0"."price" * ?) + 0.0) < 1e30, printf('%.15g',
      ("t0"."price" * ?)) + 0, null), ?)) as "c2", (joinery_round(iif(abs(("t0"."price" * ?) + 0.0) < 1e30, printf('%.15g',
      ("t0"."price" * ?)) + 0, null), ?)) as "s0", "t0"."id" as "s1"
  from "main"."album" as "t0"
  order by (joinery_round(iif(abs(("t0"."price" * ?) + 0.0) < 1e30, printf('%.15g', ("t0"."price" * ?)) + 0, null),
      ?)) nulls last, "t0"."id"
  limit ? + 0
) as "p"
order by "p"."s0" nulls last, "p"."s1"
-- with 1.2, 1.2, 2, 1.2, 1.2, 2, 1.2, 1.2, 2, 100
-- reads album
-- for usual values
select concat(json_array("p"."c0", iif(+"p"."c1" >= x'', 9e999, "p"."c1"), iif(+"p"."c2" >= x'', 9e999, "p"."c2")),
    '
', concat('[', case typeof("p"."s0") when 'null' then 'null' when 'text' then '"T' || hex("p"."s0") || '"'
    else json_quote(quote("p"."s0")) end, ',', ifnull('"' || "p"."s1" || '"', 'null'), ']')) as "line"
from (
  select "t0"."id" as "c0", "t0"."title" as "c1", (joinery_round(iif(abs(("t0"."price" * ?) + 0.0) < 1e30, printf('%.15g',
      ("t0"."price" * ?)) + 0, null), ?)) as "c2", (joinery_round(iif(abs(("t0"."price" * ?) + 0.0) < 1e30, printf('%.15g',
      ("t0"."price" * ?)) + 0, null), ?)) as "s0", "t0"."id" as "s1"
  from "main"."album" as "t0"
  order by (joinery_round(iif(abs(("t0"."price" * ?) + 0.0) < 1e30, printf('%.15g', ("t0"."price" * ?)) + 0, null),
      ?)) nulls last, "t0"."id"
  limit ? + 0
) as "p"
order by "p"."s0" nulls last, "p"."s1"
-- with 1.2, 1.2, 2, 1.2, 1.2, 2, 1.2, 1.2, 2, 100

-- totals
select cast("b"."n" as text)
from (
  select count(*) as "n"
  from "main"."album" as "t0"
) as "b"
-- reads album
