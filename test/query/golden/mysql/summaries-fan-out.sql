-- page
select concat('[', ifnull(`t0`.`id`, 'null'), ',', case when `t0`.`title` is null then 'null' else json_quote(`t0`.`title`)
    end, ',', ifnull(`t0`.`price`, 'null'), ',', ifnull(case when `t1`.`length` = 0 then if(atan2(`t1`.`length`,
    -1) < 0, '-0', '0') else cast(`t1`.`length` as char(36)) end, 'null'), ',', ifnull(`t2`.`weight`, 'null'), ']')
    as `line`
from `album` as `t0`
left join `track` as `t1` on `t1`.`album_id` = `t0`.`id`
join `word` as `t2` on 1 = 1
order by `t0`.`id`, `t2`.`word` is null, `t2`.`word`, `t2`.`weight` is null, `t2`.`weight`, `t1`.`id` is null, `t1`.`id`
limit 100
-- reads album, track, word

-- totals
select concat((
  select concat(cast((
    select count(*)
    from `album` as `t0`
    left join `track` as `t1` on `t1`.`album_id` = `t0`.`id`
  ) as char), '*', cast((
    select count(*)
    from `word` as `t2`
  ) as char))
), '
', (
  select concat(ifnull(case when sum(cast(`t1`.`length` as double)) = 0 then if(atan2(sum(cast(`t1`.`length` as
      double)), -1) < 0, '-0', '0') else cast(sum(cast(`t1`.`length` as double)) as char(36)) end, 'null'), '
',
      ifnull(case when max(`t1`.`length`) = 0 then if(atan2(max(`t1`.`length`), -1) < 0, '-0', '0') else cast(max(`t1`.`length`)
      as char(36)) end, 'null'))
  from `album` as `t0`
  left join `track` as `t1` on `t1`.`album_id` = `t0`.`id`
  where exists (
    select 1
    from `word` as `t2`
  )
), '
', (
  select ifnull(sum(`t0`.`price`), 'null')
  from `album` as `t0`
  where exists (
    select 1
    from `word` as `t2`
  )
), '
', (
  select ifnull(sum(`t2`.`weight`), 'null')
  from `word` as `t2`
  where exists (
    select 1
    from `album` as `t0`
  )
))
-- reads album, track, word
