-- page
select concat(concat('[', ifnull(`p`.`c0`, 'null'), ',', case when `p`.`c1` is null then 'null' else json_quote(`p`.`c1`)
    end, ',', ifnull(case when `p`.`r0` = 0 then if(atan2(`p`.`r0`, -1) < 0, '-0', '0') else cast(`p`.`r0` as char(36))
    end, 'null'), ']'), '
', concat('[', ifnull(concat('"', `p`.`s0`, '"'), 'null'), ']')) as `line`
from (
  select `p`.*, (
    select max(`t1`.`length`)
    from `track` as `t1`
    where `t1`.`album_id` = `p`.`c0`
  ) as `r0`
  from (
    select `t0`.`id` as `c0`, `t0`.`title` as `c1`, `t0`.`id` as `s0`
    from `album` as `t0`
    order by `t0`.`id`
    limit 100
  ) as `p`
) as `p`
order by `p`.`s0`
-- reads track, album

-- totals
select cast(`b`.`n` as char)
from (
  select count(*) as `n`
  from `album` as `t0`
) as `b`
-- reads album
