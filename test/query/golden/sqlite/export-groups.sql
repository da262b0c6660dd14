-- rows
select concat_ws('	', case when iif(+"g"."v0" >= x'', joinery_base64("g"."v0"), "g"."v0") is null then '' when iif(+"g"."v0"
    >= x'', joinery_base64("g"."v0"), "g"."v0") = '' then '""' when (instr(iif(+"g"."v0" >= x'', joinery_base64("g"."v0"),
    "g"."v0"), '	') or instr(iif(+"g"."v0" >= x'', joinery_base64("g"."v0"), "g"."v0"), '"') or instr(iif(+"g"."v0"
    >= x'', joinery_base64("g"."v0"), "g"."v0"), '') or instr(iif(+"g"."v0" >= x'', joinery_base64("g"."v0"), "g"."v0"),
    '
')) then concat('"', replace(iif(+"g"."v0" >= x'', joinery_base64("g"."v0"), "g"."v0"), '"', '""'), '"') else
    iif(+"g"."v0" >= x'', joinery_base64("g"."v0"), "g"."v0") end, case when "g"."j0" is null then '' when "g"."j0"
    = '' then '""' when (instr("g"."j0", '	') or instr("g"."j0", '"') or instr("g"."j0", '') or instr("g"."j0",
    '
')) then concat('"', replace("g"."j0", '"', '""'), '"') else "g"."j0" end)
from (
  select "t0"."title" as "b0", "t0"."title" as "v0", replace(joinery_unit_sum(2, iif(joinery_units('album', 'price',
      2), sum(round("t0"."price" * 1e2)) is not null, count("t0"."price") filter (
  where not joinery_units('album', 'price', 2))), sum(round("t0"."price" * 1e2)), iif(joinery_units('album', 'price',
      2), 1, min("t0"."price" = round("t0"."price" * 1e2) / 1e2) filter (
  where not joinery_units('album', 'price', 2))), iif(joinery_units('album', 'price', 2), sum(round("t0"."price"
      * 1e2)) / 1e2, total("t0"."price") filter (
  where not joinery_units('album', 'price', 2)))), '"', '') as "j0"
  from "main"."album" as "t0"
  group by 1
) as "g"
order by "g"."b0" nulls last
-- reads album
