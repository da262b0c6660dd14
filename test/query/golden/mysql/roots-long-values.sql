-- page
select concat(concat('[', ifnull(`t0`.`id`, 'null'), ',', case when `t0`.`title` is null then 'null' else json_quote(`t0`.`title`)
    end, ',', case when `t1`.`cover` is null then 'null' else concat('"', replace(to_base64(`t1`.`cover`), '
',
    ''), '"') end, ']'), '
', concat('[', ifnull(concat('"', `p`.`s0`, '"'), 'null'), ',', ifnull(concat('"', `p`.`s1`,
    '"'), 'null'), ']')) as `line`
from (
  select `t0`.`id` as `c0`, `t1`.`id` as `c1`, `t0`.`id` as `s0`, `t1`.`id` as `s1`
  from `album` as `t0`
  join `track` as `t1` on 1 = 1
  order by `t0`.`id`, `t1`.`id`
  limit 100
) as `p`
left join `album` as `t0` on `t0`.`id` = `p`.`c0`
left join `track` as `t1` on `t1`.`id` = `p`.`c1`
order by `p`.`s0`, `p`.`s1`
-- reads album, track

-- totals
select concat(cast((
  select count(*)
  from `album` as `t0`
) as char), '*', cast((
  select count(*)
  from `track` as `t1`
) as char))
-- reads album, track
