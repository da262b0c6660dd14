-- page
select concat(concat('[', ifnull(`t0`.`id`, 'null'), ',', case when `t0`.`title` is null then 'null' else json_quote(`t0`.`title`)
    end, ']'), '
', concat('[', ifnull(concat('"', `t0`.`id`, '"'), 'null'), ']')) as `line`
from `album` as `t0`
order by `t0`.`id`
limit 100
-- reads album

-- totals
select cast(`b`.`n` as char)
from (
  select count(*) as `n`
  from `album` as `t0`
) as `b`
-- reads album
