-- list
select concat('{"id":', ifnull(`t0`.`id`, 'null'), ',"title":', case when `t0`.`title` is null then 'null' else
    json_quote(`t0`.`title`) end, ',"price":', ifnull(`t0`.`price`, 'null'), ',"__url__":null,"__links__":{}}')
    as `line`
from `cheap` as `t0`
-- reads cheap
