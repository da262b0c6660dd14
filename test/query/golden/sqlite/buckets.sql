-- page
select concat(concat('[', json_quote(iif(+"g"."v0" >= x'' or +"g"."v0" = 9e999 or +"g"."v0" = -9e999, case typeof("g"."v0")
    when 'blob' then joinery_base64("g"."v0") when 'real' then iif("g"."v0" > 0, 'Infinity', '-Infinity') else "g"."v0"
    end, "g"."v0")), ',', "g"."j0", ']'), '
', concat('[', case typeof("g"."b0") when 'null' then 'null' when 'text'
    then '"T' || hex("g"."b0") || '"' else json_quote(quote("g"."b0")) end, ']'))
from (
  select case when joinery_moments('track', 'added') then substr("t0"."added", 1, 7) || '-01' when ("t0"."added"
      glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]' or "t0"."added" glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9][ T][0-2][0-9]:[0-5][0-9]:[0-5][0-9]')
      and substr("t0"."added", 6, 2) between '01' and '12' and substr("t0"."added", 9, 2) between '01' and '31'
      then substr("t0"."added", 1, 7) || '-01' else joinery_bucket("t0"."added", 'month', 'UTC') end as "b0", joinery_bucket_text(min("t0"."added"),
      'month', 'UTC') as "v0", ifnull(joinery_real_avg(count("t0"."length"), total("t0"."length")), 'null') as "j0"
  from "main"."track" as "t0"
  group by 1
) as "g"
order by "g"."b0" nulls last
limit ? + 0
-- with 100
-- reads track

-- totals
select cast(count(*) as text)
from (
  select case when joinery_moments('track', 'added') then substr("t0"."added", 1, 7) || '-01' when ("t0"."added"
      glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]' or "t0"."added" glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9][ T][0-2][0-9]:[0-5][0-9]:[0-5][0-9]')
      and substr("t0"."added", 6, 2) between '01' and '12' and substr("t0"."added", 9, 2) between '01' and '31'
      then substr("t0"."added", 1, 7) || '-01' else joinery_bucket("t0"."added", 'month', 'UTC') end as "b0"
  from "main"."track" as "t0"
  group by 1
) as "g"
-- reads track
