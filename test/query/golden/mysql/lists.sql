-- page
select concat(concat('[', ifnull(`t0`.`id`, 'null'), ',', case when `t0`.`title` is null then 'null' else json_quote(`t0`.`title`)
    end, ',', ifnull(concat('"', cast(`t0`.`released` as char), '"'), 'null'), ']'), '
', concat('[', ifnull(concat('"',
    `t0`.`id`, '"'), 'null'), ']')) as `line`
from `album` as `t0`
where (`t0`.`id` in (?, ?, ?, ?)) and (not (`t0`.`title` in (?, ?))) and (`t0`.`released` in (cast(? as date)))
    and (((1 = 0) or (`t0`.`released` <=> null)))
order by `t0`.`id`
limit 100
-- with 1, 2, 3, 3, "x", "y", "2020-01-01"
-- reads album

-- totals
select cast(count(*) as char)
from `album` as `t0`
where (`t0`.`id` in (?, ?, ?, ?)) and (not (`t0`.`title` in (?, ?))) and (`t0`.`released` in (cast(? as date)))
    and (((1 = 0) or (`t0`.`released` <=> null)))
-- with 1, 2, 3, 3, "x", "y", "2020-01-01"
-- reads album
