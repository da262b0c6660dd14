-- page
with `p` as (
  select `t0`.`id` as `c0`, `t0`.`title` as `c1`, `t0`.`id` as `s0`
  from `album` as `t0`
  order by `t0`.`id`
  limit 100
)
select concat(concat('[', ifnull(`p`.`c0`, 'null'), ',', case when `p`.`c1` is null then 'null' else json_quote(`p`.`c1`)
    end, ',', ifnull(coalesce(`r1`.`v0`, 0), 'null'), ',', ifnull(case when `r1`.`v1` = 0 then if(atan2(`r1`.`v1`,
    -1) < 0, '-0', '0') else cast(`r1`.`v1` as char(36)) end, 'null'), ']'), '
', concat('[', ifnull(concat('"',
    `p`.`s0`, '"'), 'null'), ']')) as `line`
from `p`
left join (
  select `t1`.`album_id` as `k0`, cast(count(`t1`.`album_id`) as decimal(65,0)) as `v0`, max(`t1`.`length`) as `v1`
  from `track` as `t1`
  where `t1`.`album_id` in (
    select `p`.`c0`
    from `p`
  )
  group by 1
) as `r1` on `r1`.`k0` = `p`.`c0`
order by `p`.`s0`
-- reads track, album

-- totals
select cast(`b`.`n` as char)
from (
  select count(*) as `n`
  from `album` as `t0`
) as `b`
-- reads album
