-- page
select concat(concat('[', ifnull(`g`.`v0`, 'null'), ',', `g`.`j0`, ']'), '
', concat('[', ifnull(concat('"', `g`.`b0`,
    '"'), 'null'), ']'))
from (
  select `t0`.`listener` as `b0`, min(`t0`.`listener`) as `v0`, ifnull(count(*), 'null') as `j0`
  from `play` as `t0`
  group by 1
) as `g`
order by `g`.`b0` is null, `g`.`b0`
limit 100
-- reads play

-- totals
select cast(count(*) as char)
from (
  select `t0`.`listener` as `b0`
  from `play` as `t0`
  group by 1
) as `g`
-- reads play
