-- page
select concat(concat('[', ifnull(`p`.`c0`, 'null'), ',', case when `p`.`c1` is null then 'null' else json_quote(`p`.`c1`)
    end, ',', ifnull(trim(trailing '.'
from trim(trailing '0'
from cast(`p`.`c2` as decimal(19, 3)))), 'null'), ']'), '
', concat('[', ifnull(concat('"', `p`.`s0`, '"'), 'null'),
    ',', ifnull(concat('"', `p`.`s1`, '"'), 'null'), ']')) as `line`
from (
  select `t0`.`id` as `c0`, `t0`.`title` as `c1`, (cast(round((`t0`.`price` * cast(? as decimal(65,1))), cast(greatest(least(truncate(cast(?
      as decimal(65,0)), 0), 30), -60) as signed)) as decimal(65,3))) as `c2`, (cast(round((`t0`.`price` * cast(?
      as decimal(65,1))), cast(greatest(least(truncate(cast(? as decimal(65,0)), 0), 30), -60) as signed)) as decimal(65,3)))
      as `s0`, `t0`.`id` as `s1`
  from `album` as `t0`
  order by (cast(round((`t0`.`price` * cast(? as decimal(65,1))), cast(greatest(least(truncate(cast(? as decimal(65,0)),
      0), 30), -60) as signed)) as decimal(65,3))) is null, (cast(round((`t0`.`price` * cast(? as decimal(65,1))),
      cast(greatest(least(truncate(cast(? as decimal(65,0)), 0), 30), -60) as signed)) as decimal(65,3))), `t0`.`id`
  limit 100
) as `p`
order by `p`.`s0` is null, `p`.`s0`, `p`.`s1`
-- with "1.2", "2", "1.2", "2", "1.2", "2", "1.2", "2"
-- reads album

-- totals
select cast(`b`.`n` as char)
from (
  select count(*) as `n`
  from `album` as `t0`
) as `b`
-- reads album
