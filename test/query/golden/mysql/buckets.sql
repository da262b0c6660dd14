-- page
select concat(concat('[', case when `g`.`v0` is null then 'null' else json_quote(`g`.`v0`) end, ',', `g`.`j0`, ']'),
    '
', concat('[', case when `g`.`b0` is null then 'null' else json_quote(cast(`g`.`b0` as char)) end, ']'))
from (
  select concat(case when month(`t0`.`added`) = 0 or day(`t0`.`added`) = 0 then date_format(`t0`.`added`, '%Y-%m-%d')
      else date_format(`t0`.`added`, '%Y-%m-01') end, 'T00:00:00') /*M!100202 collate utf8mb4_nopad_bin*/ /*!80017
      collate utf8mb4_0900_bin*/ as `b0`, min(concat(case when month(`t0`.`added`) = 0 or day(`t0`.`added`) = 0
      then date_format(`t0`.`added`, '%Y-%m-%d') else date_format(`t0`.`added`, '%Y-%m-01') end, 'T00:00:00') /*M!100202
      collate utf8mb4_nopad_bin*/ /*!80017 collate utf8mb4_0900_bin*/) as `v0`, ifnull(case when avg(cast(`t0`.`length`
      as double)) = 0 then if(atan2(avg(cast(`t0`.`length` as double)), -1) < 0, '-0', '0') else cast(avg(cast(`t0`.`length`
      as double)) as char(36)) end, 'null') as `j0`
  from `track` as `t0`
  group by 1
) as `g`
order by `g`.`b0` is null, `g`.`b0`
limit 100
-- reads track

-- totals
select cast(count(*) as char)
from (
  select concat(case when month(`t0`.`added`) = 0 or day(`t0`.`added`) = 0 then date_format(`t0`.`added`, '%Y-%m-%d')
      else date_format(`t0`.`added`, '%Y-%m-01') end, 'T00:00:00') /*M!100202 collate utf8mb4_nopad_bin*/ /*!80017
      collate utf8mb4_0900_bin*/ as `b0`
  from `track` as `t0`
  group by 1
) as `g`
-- reads track
