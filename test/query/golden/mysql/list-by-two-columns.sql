-- list
select concat('{"listener":', ifnull(`t0`.`listener`, 'null'), ',"number":', ifnull(`t0`.`number`, 'null'), ',"track_id":',
    ifnull(`t0`.`track_id`, 'null'), ',"at":', ifnull(concat('"', insert(`t0`.`at`, 11, 1, 'T'), '"'), 'null'),
    ',"__url__":"http://localhost/api/database/tables/play/recs/[', ifnull(`t0`.`listener`, ''), ',', ifnull(`t0`.`number`,
    ''), ']","__links__":{', '"ForeignKey(''track.id'')":"http://localhost/api/database/tables/track/recs/[', ifnull(`t0`.`track_id`,
    ''), ']"', '}}') as `line`
from `play` as `t0`
order by `t0`.`listener`, `t0`.`number`
limit 5000 offset ?
-- with 10
-- reads play
