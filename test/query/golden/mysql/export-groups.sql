-- rows
select concat(case when `g`.`v0` is null then '' when `g`.`v0` = '' then '""' when `g`.`v0` regexp ? then concat('"',
    replace(`g`.`v0`, '"', '""'), '"') else `g`.`v0` end, '	', coalesce(`g`.`j0`, ''))
from (
  select `t0`.`title` as `b0`, min(`t0`.`title` /*M!100202 collate utf8mb4_nopad_bin*/ /*!80017 collate utf8mb4_0900_bin*/)
      as `v0`, sum(`t0`.`price`) /*M!100202 collate utf8mb4_nopad_bin*/ /*!80017 collate utf8mb4_0900_bin*/ as `j0`
  from `album` as `t0`
  group by 1
) as `g`
order by `g`.`b0` is null, `g`.`b0`
-- with "[\t\"\r\n]"
-- reads album
