-- rows
select concat('{"id":', ifnull(`t0`.`id`, 'null'), ',"title":', case when `t0`.`title` is null then 'null' else
    json_quote(`t0`.`title`) end, '}') as `line`
from `album` as `t0`
order by `t0`.`title`, `t0`.`id`
-- reads album
