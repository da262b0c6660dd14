-- page
select concat(concat('[', ifnull(`t0`.`id`, 'null'), ',', case when `t0`.`title` is null then 'null' else json_quote(`t0`.`title`)
    end, ',', ifnull(trim(trailing '.'
from trim(trailing '0'
from (cast(round((`t0`.`price` * cast(? as decimal(65,1))), cast(greatest(least(truncate(cast(? as decimal(65,0)),
    0), 30), -60) as signed)) as decimal(65,3))))), 'null'), ']'), '
', concat('[', ifnull(concat('"', (cast(round((`t0`.`price`
    * cast(? as decimal(65,1))), cast(greatest(least(truncate(cast(? as decimal(65,0)), 0), 30), -60) as signed))
    as decimal(65,3))), '"'), 'null'), ',', ifnull(concat('"', `t0`.`id`, '"'), 'null'), ']')) as `line`
from `album` as `t0`
order by (cast(round((`t0`.`price` * cast(? as decimal(65,1))), cast(greatest(least(truncate(cast(? as decimal(65,0)),
    0), 30), -60) as signed)) as decimal(65,3))) is null, (cast(round((`t0`.`price` * cast(? as decimal(65,1))),
    cast(greatest(least(truncate(cast(? as decimal(65,0)), 0), 30), -60) as signed)) as decimal(65,3))), `t0`.`id`
limit 100
-- with "1.2", "2", "1.2", "2", "1.2", "2", "1.2", "2"
-- reads album

-- totals
select cast(count(*) as char)
from `album` as `t0`
-- reads album
