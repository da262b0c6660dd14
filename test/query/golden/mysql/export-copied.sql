-- rows
select concat(`t0`.`id`, ','), `t0`.`title`, concat(',', ifnull(cast(`t0`.`released` as char), ''))
from `album` as `t0`
order by `t0`.`id`
-- reads album
-- as lines: {"separator":","}
