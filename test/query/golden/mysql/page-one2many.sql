-- page
select concat(concat('[', ifnull(`t0`.`id`, 'null'), ',', case when `t0`.`title` is null then 'null' else json_quote(`t0`.`title`)
    end, ',', case when `t1`.`name` is null then 'null' else json_quote(`t1`.`name`) end, ']'), '
', concat('[',
    ifnull(concat('"', `t0`.`id`, '"'), 'null'), ',', ifnull(concat('"', `t1`.`id`, '"'), 'null'), ']')) as `line`
from `album` as `t0`
left join `track` as `t1` on `t1`.`album_id` = `t0`.`id`
order by `t0`.`id`, `t1`.`id` is null, `t1`.`id`
limit 100
-- reads album, track

-- totals
select cast(count(*) as char)
from `album` as `t0`
left join `track` as `t1` on `t1`.`album_id` = `t0`.`id`
-- reads album, track
