-- summaries
select concat((
  select 'null'
), '
', (
  select concat(ifnull(sum(`t0`.`price`), 'null'))
  from `album` as `t0`
))
-- reads album
