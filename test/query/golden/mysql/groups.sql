-- page
select concat(concat('[', ifnull(case `g`.`v0` when 0 then 'false' when 1 then 'true' else `g`.`v0` end, 'null'),
    ',', case when `g`.`v1` is null then 'null' else json_quote(`g`.`v1`) end, ',', `g`.`j0`, ',', `g`.`j1`, ',',
    `g`.`j2`, ',', `g`.`j3`, ',', `g`.`j4`, ',', `g`.`j5`, ']'), '
', concat('[', ifnull(concat('"', `g`.`s0`, '"'),
    'null'), ',', ifnull(concat('"', `g`.`b0`, '"'), 'null'), ',', case when `g`.`b1` is null then 'null' else json_quote(cast(`g`.`b1`
    as char)) end, ']'))
from (
  select `t0`.`sold` as `b0`, `t0`.`title` as `b1`, min(`t0`.`sold`) as `v0`, min(`t0`.`title` /*M!100202 collate
      utf8mb4_nopad_bin*/ /*!80017 collate utf8mb4_0900_bin*/) as `v1`, ifnull(sum(`t0`.`price`), 'null') as `j0`,
      ifnull((cast(sum(`t0`.`price`) as decimal(65, 8)) / count(`t0`.`price`)), 'null') as `j1`, ifnull(min(`t0`.`price`),
      'null') as `j2`, ifnull(max(`t0`.`price`), 'null') as `j3`, ifnull(count(`t0`.`price`), 'null') as `j4`, ifnull(count(distinct
      `t0`.`price`), 'null') as `j5`, sum(`t0`.`price`) as `s0`
  from `album` as `t0`
  group by 1, 2
) as `g`
order by `g`.`s0` desc, `g`.`b0` is null, `g`.`b0`, `g`.`b1` is null, `g`.`b1`
limit 100
-- reads album

-- totals
select cast(count(*) as char)
from (
  select `t0`.`sold` as `b0`, `t0`.`title` as `b1`
  from `album` as `t0`
  group by 1, 2
) as `g`
-- reads album
