-- of the matches
select concat(concat('[', ifnull(`t0`.`id`, 'null'), ',', case when `t0`.`title` is null then 'null' else json_quote(`t0`.`title`)
    end, ',', case when `t1`.`name` is null then 'null' else json_quote(`t1`.`name`) end, ']'), '
', concat('[',
    case when `p`.`s0` is null then 'null' else json_quote(cast(`p`.`s0` as char)) end, ',', ifnull(concat('"',
    `p`.`s1`, '"'), 'null'), ']'), '
', cast(`p`.`n` as char)) as `line`
from (
  select `t0`.`id` as `c0`, `t1`.`id` as `c1`, `t0`.`title` as `s0`, `t0`.`id` as `s1`, count(*) over () as `n`
  from `album` as `t0`
  join `artist` as `t1` on `t1`.`id` = `t0`.`artist_id`
  where ((locate(?, `t1`.`name` /*M!100202 collate utf8mb4_nopad_bin*/ /*!80017 collate utf8mb4_0900_bin*/ collate
      utf8mb4_general_ci) > 0 and lower(`t1`.`name` /*M!100202 collate utf8mb4_nopad_bin*/ /*!80017 collate utf8mb4_0900_bin*/
      /*M!101001 collate utf8mb4_uca1400_as_cs*/ /*!80000 collate utf8mb4_0900_as_cs*/) /*M!100202 collate utf8mb4_nopad_bin*/
      /*!80017 collate utf8mb4_0900_bin*/ like ? escape '!'))
  order by `t0`.`title`, `t0`.`id`
  limit 100
) as `p`
left join `album` as `t0` on `t0`.`id` = `p`.`c0`
left join `artist` as `t1` on `t1`.`id` = `p`.`c1`
order by `p`.`s0`, `p`.`s1`
-- with "ab", "%ab%"
-- reads album, artist

-- by an index
select concat(concat('[', case when `t0`.`name` is null then 'null' else json_quote(`t0`.`name`) end, ',', ifnull(`t0`.`album_id`,
    'null'), ']'), '
', concat('[', case when `t0`.`name` is null then 'null' else json_quote(cast(`t0`.`name` as
    char)) end, ',', ifnull(concat('"', `t0`.`id`, '"'), 'null'), ']'), '
', (
  select cast(count(*) as char)
  from `track` as `t0`
  where (`t0`.`album_id` = ?)
)) as `line`
from `track` as `t0`
where (`t0`.`album_id` = ?)
order by `t0`.`name` is null, `t0`.`name`, `t0`.`id`
limit 100
-- with 7, 7
-- reads track
