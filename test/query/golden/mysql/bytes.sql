-- bytes
select case when `t0`.`cover` is null then 'null' else concat('"', replace(to_base64(`t0`.`cover`), '
', ''), '"')
    end as `line`
from `track` as `t0`
where (`t0`.`id` = ?) and (`t0`.`cover` is not null)
limit 2
-- with 7
-- reads track
