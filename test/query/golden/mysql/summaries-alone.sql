-- summaries
select concat((
  select 'null'
), '
', (
  select ifnull(sum(`t0`.`price`), 'null')
  from `album` as `t0`
))
-- reads album
