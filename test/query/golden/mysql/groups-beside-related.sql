-- page
select concat(concat('[', case when `g`.`v0` is null then 'null' else json_quote(`g`.`v0`) end, ',', `g`.`j0`, ']'),
    '
', concat('[', case when `g`.`b0` is null then 'null' else json_quote(cast(`g`.`b0` as char)) end, ']'))
from (
  select `t0`.`title` as `b0`, min(`t0`.`title` /*M!100202 collate utf8mb4_nopad_bin*/ /*!80017 collate utf8mb4_0900_bin*/)
      as `v0`, ifnull(sum(`t0`.`price`), 'null') as `j0`
  from `album` as `t0`
  group by 1
) as `g`
order by `g`.`b0` is null, `g`.`b0`
limit 100
-- reads album

-- totals
select cast(count(*) as char)
from (
  select `t0`.`title` as `b0`
  from `album` as `t0`
  group by 1
) as `g`
-- reads album
