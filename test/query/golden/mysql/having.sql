-- page
select concat(concat('[', ifnull(`g`.`v0`, 'null'), ',', `g`.`j0`, ']'), '
', concat('[', ifnull(concat('"', `g`.`b0`,
    '"'), 'null'), ']'))
from (
  select `g`.*
  from (
    select `t0`.`artist_id` as `b0`, min(`t0`.`artist_id`) as `v0`, ifnull(sum(`t0`.`price`), 'null') as `j0`, sum(`t0`.`price`)
        as `m0`
    from `album` as `t0`
    group by 1
  ) as `g`
  where `g`.`m0` > cast(? as decimal(65, 2))
) as `g`
order by `g`.`b0` is null, `g`.`b0`
limit 100
-- with "10.00"
-- reads album

-- totals
select cast(count(*) as char)
from (
  select `g`.*
  from (
    select `t0`.`artist_id` as `b0`, min(`t0`.`artist_id`) as `v0`, ifnull(sum(`t0`.`price`), 'null') as `j0`, sum(`t0`.`price`)
        as `m0`
    from `album` as `t0`
    group by 1
  ) as `g`
  where `g`.`m0` > cast(? as decimal(65, 2))
) as `g`
-- with "10.00"
-- reads album
