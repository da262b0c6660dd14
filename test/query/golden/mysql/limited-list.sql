-- list
select concat('{"id":', ifnull(`t0`.`id`, 'null'), ',"album_id":', ifnull(`t0`.`album_id`, 'null'), ',"name":',
    case when `t0`.`name` is null then 'null' else json_quote(`t0`.`name`) end, ',"length":', ifnull(case when `t0`.`length`
    = 0 then if(atan2(`t0`.`length`, -1) < 0, '-0', '0') else cast(`t0`.`length` as char(36)) end, 'null'), ',"added":',
    ifnull(concat('"', insert(`t0`.`added`, 11, 1, 'T'), '"'), 'null'), ',"cover":', case when `t0`.`cover` is null
    then 'null' else concat('"', replace(to_base64(`t0`.`cover`), '
', ''), '"') end, ',"__url__":"http://localhost/api/database/tables/track/recs/[',
    ifnull(`t0`.`id`, ''), ']","__links__":{', substr(concat(case when exists (
  select 1
  from (
    select `t0`.`id`, `t0`.`title`, `t0`.`artist_id`, `t0`.`producer_id`, `t0`.`released`, `t0`.`price`, `t0`.`sold`,
        case when ((`t0`.`sold` = ?)) then `t0`.`code` end as `code`
    from `album` as `t0`
    where ((`t0`.`artist_id` = ?) or (`t0`.`sold` = ?))
  ) as `t1`
  where `t1`.`id` = `t0`.`album_id`
) then concat(',"ForeignKey(''album.id'')":"http://localhost/api/database/tables/album/recs/[', ifnull(`t0`.`album_id`,
    ''), ']"') else '' end), 2), '}}') as `line`
from `track` as `t0`
where ((`t0`.`length` > ?))
order by `t0`.`id`
-- with 0, 3, 0, 60
-- reads track, album
