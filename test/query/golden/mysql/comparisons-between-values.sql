-- page
select concat(concat('[', ifnull(`t0`.`id`, 'null'), ',', case when `t0`.`title` is null then 'null' else json_quote(`t0`.`title`)
    end, ',', ifnull(`t0`.`price`, 'null'), ',', ifnull(case when `t1`.`length` = 0 then if(atan2(`t1`.`length`,
    -1) < 0, '-0', '0') else cast(`t1`.`length` as char(36)) end, 'null'), ']'), '
', concat('[', ifnull(concat('"',
    `t0`.`id`, '"'), 'null'), ',', ifnull(concat('"', `t1`.`id`, '"'), 'null'), ']')) as `line`
from `album` as `t0`
join `track` as `t1` on 1 = 1
where (`t0`.`price` <= cast(? as decimal(10, 2))) and (`t1`.`length` > ?) and (`t0`.`id` < `t0`.`id`)
order by `t0`.`id`, `t1`.`id`
limit 100
-- with "9.99", 0.1
-- reads album, track

-- totals
select concat(cast((
  select count(*)
  from `track` as `t1`
  where (`t1`.`length` > ?)
) as char), '*', cast((
  select count(*)
  from `album` as `t0`
  where (`t0`.`price` <= cast(? as decimal(10, 2))) and (`t0`.`id` < `t0`.`id`)
) as char))
-- with 0.1, "9.99"
-- reads track, album
