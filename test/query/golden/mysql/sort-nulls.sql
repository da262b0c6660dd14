-- page
select concat(concat('[', ifnull(`t0`.`id`, 'null'), ',', case when `t0`.`title` is null then 'null' else json_quote(`t0`.`title`)
    end, ',', ifnull(concat('"', cast(`t0`.`released` as char), '"'), 'null'), ',', ifnull(`t0`.`price`, 'null'),
    ']'), '
', concat('[', ifnull(concat('"', `t0`.`released`, '"'), 'null'), ',', ifnull(concat('"', `t0`.`price`,
    '"'), 'null'), ',', case when `t0`.`title` is null then 'null' else json_quote(cast(`t0`.`title` as char)) end,
    ',', ifnull(concat('"', `t0`.`id`, '"'), 'null'), ']')) as `line`
from `album` as `t0`
order by `t0`.`released` desc, `t0`.`price`, `t0`.`title`, `t0`.`id`
limit 100
-- reads album

-- totals
select cast(`b`.`n` as char)
from (
  select count(*) as `n`
  from `album` as `t0`
) as `b`
-- reads album
