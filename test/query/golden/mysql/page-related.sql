-- page
select concat(concat('[', ifnull(`t0`.`id`, 'null'), ',', case when `t0`.`title` is null then 'null' else json_quote(`t0`.`title`)
    end, ',', case when `t1`.`name` is null then 'null' else json_quote(`t1`.`name`) end, ']'), '
', concat('[',
    case when `t0`.`title` is null then 'null' else json_quote(cast(`t0`.`title` as char)) end, ',', ifnull(concat('"',
    `t0`.`id`, '"'), 'null'), ']')) as `line`
from `album` as `t0`
left join `artist` as `t1` on `t1`.`id` = `t0`.`artist_id`
order by `t0`.`title`, `t0`.`id`
limit 100
-- reads album, artist

-- totals
select cast(`b`.`n` as char)
from (
  select count(*) as `n`
  from `album` as `t0`
) as `b`
-- reads album
