-- page
select concat(concat('[', ifnull(`t0`.`id`, 'null'), ',', case when `t0`.`name` is null then 'null' else json_quote(`t0`.`name`)
    end, ']'), '
', concat('[', ifnull(concat('"', `t0`.`id`, '"'), 'null'), ']')) as `line`
from `track` as `t0`
where ((`t0`.`length` > ?))
order by `t0`.`id`
limit 100
-- with 60
-- reads track

-- totals
select cast(count(*) as char)
from `track` as `t0`
where ((`t0`.`length` > ?))
-- with 60
-- reads track
