-- page
select concat(concat('[', case when `t0`.`name` is null then 'null' else json_quote(`t0`.`name`) end, ',', case
    when `t1`.`title` is null then 'null' else json_quote(`t1`.`title`) end, ']'), '
', concat('[', case when `t0`.`name`
    is null then 'null' else json_quote(cast(`t0`.`name` as char)) end, ',', ifnull(concat('"', `t0`.`id`, '"'),
    'null'), ']')) as `line`
from `track` as `t0`
left join (
  select `t0`.`id`, `t0`.`title`, `t0`.`artist_id`, `t0`.`producer_id`, `t0`.`released`, `t0`.`price`, `t0`.`sold`,
      case when ((`t0`.`sold` = ?)) then `t0`.`code` end as `code`
  from `album` as `t0`
  where ((`t0`.`artist_id` = ?) or (`t0`.`sold` = ?))
) as `t1` on `t1`.`id` = `t0`.`album_id`
where ((`t0`.`length` > ?))
order by `t0`.`name` is null, `t0`.`name`, `t0`.`id`
limit 100
-- with 0, 3, 0, 60
-- reads track, album

-- totals
select cast(count(*) as char)
from `track` as `t0`
where ((`t0`.`length` > ?))
-- with 60
-- reads track
