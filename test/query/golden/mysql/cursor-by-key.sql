-- page
select concat(concat('[', ifnull(concat('"', insert(`t0`.`at`, 11, 1, 'T'), '"'), 'null'), ']'), '
', concat('[',
    ifnull(concat('"', `t0`.`listener`, '"'), 'null'), ',', ifnull(concat('"', `t0`.`number`, '"'), 'null'), ']'))
    as `line`
from `play` as `t0`
where (`t0`.`listener` > ? or (`t0`.`listener` = ? and (`t0`.`number` > ?)))
order by `t0`.`listener`, `t0`.`number`
limit 100
-- with 7, 7, 3
-- reads play
