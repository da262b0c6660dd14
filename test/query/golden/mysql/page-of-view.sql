-- page
select concat('[', case when `t0`.`title` is null then 'null' else json_quote(`t0`.`title`) end, ']') as `line`
from `cheap` as `t0`
order by `t0`.`id`, `t0`.`title`, `t0`.`price` is null, `t0`.`price`
limit 100
-- reads cheap

-- totals
select cast(count(*) as char)
from `cheap` as `t0`
-- reads cheap
