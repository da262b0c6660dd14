-- record
select concat('{"listener":', ifnull(`t0`.`listener`, 'null'), ',"number":', ifnull(`t0`.`number`, 'null'), ',"track_id":',
    ifnull(`t0`.`track_id`, 'null'), ',"at":', ifnull(concat('"', insert(`t0`.`at`, 11, 1, 'T'), '"'), 'null'),
    ',"__url__":"http://localhost/api/database/tables/play/recs/[', ifnull(`t0`.`listener`, ''), ',', ifnull(`t0`.`number`,
    ''), ']","__links__":{', '"ForeignKey(''track.id'')":"http://localhost/api/database/tables/track/recs/[', ifnull(`t0`.`track_id`,
    ''), ']"', '}}') as `line`
from `play` as `t0`
where (`t0`.`listener` = ?) and (`t0`.`number` = ?)
limit 2
-- with 7, 3
-- reads play
-- by key: ["7","3"]

-- three of them
select concat('{"listener":', ifnull(`t0`.`listener`, 'null'), ',"number":', ifnull(`t0`.`number`, 'null'), ',"track_id":',
    ifnull(`t0`.`track_id`, 'null'), ',"at":', ifnull(concat('"', insert(`t0`.`at`, 11, 1, 'T'), '"'), 'null'),
    ',"__url__":"http://localhost/api/database/tables/play/recs/[', ifnull(`t0`.`listener`, ''), ',', ifnull(`t0`.`number`,
    ''), ']","__links__":{', '"ForeignKey(''track.id'')":"http://localhost/api/database/tables/track/recs/[', ifnull(`t0`.`track_id`,
    ''), ']"', '}}') as `line`, case when `t0`.`listener` = ? and `t0`.`number` = ? then '0' when `t0`.`listener`
    = ? and `t0`.`number` = ? then '1' when `t0`.`listener` = ? and `t0`.`number` = ? then '2' when `t0`.`listener`
    = ? and `t0`.`number` = ? then '3' end as `n`
from `play` as `t0`
where ((`t0`.`listener` = ? and `t0`.`number` = ?) or (`t0`.`listener` = ? and `t0`.`number` = ?) or (`t0`.`listener`
    = ? and `t0`.`number` = ?) or (`t0`.`listener` = ? and `t0`.`number` = ?))
-- with 7, 3, 7, 3, 7, 3, 7, 3, 7, 3, 7, 3, 7, 3, 7, 3
-- reads play
