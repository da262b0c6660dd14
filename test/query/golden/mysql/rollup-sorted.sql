-- page
select concat(concat('[', ifnull(`t0`.`id`, 'null'), ',', case when `t0`.`title` is null then 'null' else json_quote(`t0`.`title`)
    end, ',', ifnull(coalesce(`r1`.`v0`, 0), 'null'), ']'), '
', concat('[', ifnull(concat('"', coalesce(`r1`.`v0`,
    0), '"'), 'null'), ',', ifnull(concat('"', `t0`.`id`, '"'), 'null'), ']')) as `line`
from `album` as `t0`
left join (
  select `t1`.`album_id` as `k0`, cast(count(`t1`.`album_id`) as decimal(65,0)) as `v0`
  from `track` as `t1`
  group by 1
) as `r1` on `r1`.`k0` = `t0`.`id`
order by coalesce(`r1`.`v0`, 0) desc, `t0`.`id`
limit 100
-- reads album, track

-- totals
select cast(`b`.`n` as char)
from (
  select count(*) as `n`
  from `album` as `t0`
) as `b`
-- reads album
