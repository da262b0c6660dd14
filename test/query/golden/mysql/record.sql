-- record
select concat('{"id":', ifnull(`t0`.`id`, 'null'), ',"title":', case when `t0`.`title` is null then 'null' else
    json_quote(`t0`.`title`) end, ',"artist_id":', ifnull(`t0`.`artist_id`, 'null'), ',"producer_id":', ifnull(`t0`.`producer_id`,
    'null'), ',"released":', ifnull(concat('"', cast(`t0`.`released` as char), '"'), 'null'), ',"price":', ifnull(`t0`.`price`,
    'null'), ',"sold":', ifnull(case `t0`.`sold` when 0 then 'false' when 1 then 'true' else `t0`.`sold` end, 'null'),
    ',"code":', case when `t0`.`code` is null then 'null' else json_quote(`t0`.`code`) end, ',"__url__":"http://localhost/api/database/tables/album/recs/[',
    ifnull(`t0`.`id`, ''), ']","__links__":{', '"ForeignKey(''artist.id'')":"http://localhost/api/database/tables/artist/recs/[',
    ifnull(`t0`.`artist_id`, ''), ']"', case when `t0`.`producer_id` is null then '' else concat(',"ForeignKey(''artist.id'') producer_id":"http://localhost/api/database/tables/artist/recs/[',
    ifnull(`t0`.`producer_id`, ''), ']"') end, '}}') as `line`
from `album` as `t0`
where (`t0`.`id` = ?)
limit 2
-- with 7
-- reads album
-- by key: ["7"]

-- three of them
select concat('{"id":', ifnull(`t0`.`id`, 'null'), ',"title":', case when `t0`.`title` is null then 'null' else
    json_quote(`t0`.`title`) end, ',"artist_id":', ifnull(`t0`.`artist_id`, 'null'), ',"producer_id":', ifnull(`t0`.`producer_id`,
    'null'), ',"released":', ifnull(concat('"', cast(`t0`.`released` as char), '"'), 'null'), ',"price":', ifnull(`t0`.`price`,
    'null'), ',"sold":', ifnull(case `t0`.`sold` when 0 then 'false' when 1 then 'true' else `t0`.`sold` end, 'null'),
    ',"code":', case when `t0`.`code` is null then 'null' else json_quote(`t0`.`code`) end, ',"__url__":"http://localhost/api/database/tables/album/recs/[',
    ifnull(`t0`.`id`, ''), ']","__links__":{', '"ForeignKey(''artist.id'')":"http://localhost/api/database/tables/artist/recs/[',
    ifnull(`t0`.`artist_id`, ''), ']"', case when `t0`.`producer_id` is null then '' else concat(',"ForeignKey(''artist.id'') producer_id":"http://localhost/api/database/tables/artist/recs/[',
    ifnull(`t0`.`producer_id`, ''), ']"') end, '}}') as `line`, case when `t0`.`id` = ? then '0' when `t0`.`id`
    = ? then '1' when `t0`.`id` = ? then '2' when `t0`.`id` = ? then '3' end as `n`
from `album` as `t0`
where `t0`.`id` in (?, ?, ?, ?)
-- with 7, 7, 7, 7, 7, 7, 7, 7
-- reads album
