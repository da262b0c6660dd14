-- page
select concat(concat('[', ifnull(`t0`.`id`, 'null'), ',', case when `t0`.`title` is null then 'null' else json_quote(`t0`.`title`)
    end, ',', ifnull(`t0`.`price`, 'null'), ']'), '
', concat('[', ifnull(concat('"', `t0`.`id`, '"'), 'null'),
    ']')) as `line`
from `album` as `t0`
order by `t0`.`id`
limit 100
-- reads album

-- totals
select concat(cast(count(*) as char), '
', ifnull(sum(`t0`.`price`), 'null'), '
', ifnull((cast(sum(`t0`.`price`)
    as decimal(65, 8)) / count(`t0`.`price`)), 'null'), '
', ifnull(min(`t0`.`price`), 'null'), '
', ifnull(max(`t0`.`price`),
    'null'), '
', ifnull(count(`t0`.`price`), 'null'), '
', ifnull(count(distinct `t0`.`price`), 'null'))
from `album` as `t0`
-- reads album
