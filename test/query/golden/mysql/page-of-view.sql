-- page
select concat('[', case when `t0`.`title` is null then 'null' else json_quote(`t0`.`title`) end, ']') as `line`
from `cheap` as `t0`
order by `t0`.`id`, `t0`.`title`, `t0`.`price` is null, `t0`.`price`
limit 100
-- reads cheap

-- totals
select cast(`b`.`n` as char)
from (
  select count(*) as `n`
  from `cheap` as `t0`
) as `b`
-- reads cheap
