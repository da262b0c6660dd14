-- after a value
select concat(concat('[', ifnull(`t0`.`id`, 'null'), ',', case when `t0`.`title` is null then 'null' else json_quote(`t0`.`title`)
    end, ',', ifnull(concat('"', cast(`t0`.`released` as char), '"'), 'null'), ']'), '
', concat('[', ifnull(concat('"',
    `t0`.`released`, '"'), 'null'), ',', case when `t0`.`title` is null then 'null' else json_quote(cast(`t0`.`title`
    as char)) end, ',', ifnull(concat('"', `t0`.`id`, '"'), 'null'), ']')) as `line`
from `album` as `t0`
where (`t0`.`released` > cast(? as date) or (`t0`.`released` = cast(? as date) and (`t0`.`title` < ? or (`t0`.`title`
    = ? and (`t0`.`id` > ?)))) or `t0`.`released` <=> null)
order by `t0`.`released` is null, `t0`.`released`, `t0`.`title` desc, `t0`.`id`
limit 100
-- with "2020-01-01", "2020-01-01", "x", "x", 7
-- reads album

-- after NULL
select concat(concat('[', ifnull(`t0`.`id`, 'null'), ',', case when `t0`.`title` is null then 'null' else json_quote(`t0`.`title`)
    end, ',', ifnull(concat('"', cast(`t0`.`released` as char), '"'), 'null'), ']'), '
', concat('[', ifnull(concat('"',
    `t0`.`released`, '"'), 'null'), ',', case when `t0`.`title` is null then 'null' else json_quote(cast(`t0`.`title`
    as char)) end, ',', ifnull(concat('"', `t0`.`id`, '"'), 'null'), ']')) as `line`
from `album` as `t0`
where (`t0`.`released` <=> null and (`t0`.`title` < ? or (`t0`.`title` = ? and (`t0`.`id` > ?))))
order by `t0`.`released` is null, `t0`.`released`, `t0`.`title` desc, `t0`.`id`
limit 100
-- with "x", "x", 7
-- reads album
