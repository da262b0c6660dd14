-- page
select concat(concat('[', ifnull(`t0`.`id`, 'null'), ',', case when `t0`.`title` is null then 'null' else json_quote(`t0`.`title`)
    end, ']'), '
', concat('[', ifnull(concat('"', `t0`.`id`, '"'), 'null'), ']')) as `line`
from `album` as `t0`
where (`t0`.`artist_id` in (?, ?))
order by `t0`.`id`
limit 100
-- with 1, 2
-- reads album

-- totals
select cast(count(*) as char)
from `album` as `t0`
where (`t0`.`artist_id` in (?, ?))
-- with 1, 2
-- reads album
