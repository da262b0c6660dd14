-- page
select concat(concat('[', ifnull(`t0`.`id`, 'null'), ',', case when `t0`.`title` is null then 'null' else json_quote(`t0`.`title`)
    end, ']'), '
', concat('[', ifnull(concat('"', `t0`.`id`, '"'), 'null'), ']')) as `line`
from `album` as `t0`
where (exists (
  select 1
  from `track` as `t1`
  where ((locate(?, `t1`.`name` /*M!100202 collate utf8mb4_nopad_bin*/ /*!80017 collate utf8mb4_0900_bin*/ collate
      utf8mb4_general_ci) > 0 and lower(`t1`.`name` /*M!100202 collate utf8mb4_nopad_bin*/ /*!80017 collate utf8mb4_0900_bin*/
      /*M!101001 collate utf8mb4_uca1400_as_cs*/ /*!80000 collate utf8mb4_0900_as_cs*/) /*M!100202 collate utf8mb4_nopad_bin*/
      /*!80017 collate utf8mb4_0900_bin*/ like ? escape '!')) and `t1`.`album_id` = `t0`.`id`
)) and (not (exists (
  select 1
  from `artist` as `t2`
  where `t2`.`id` = `t0`.`producer_id`
)))
order by `t0`.`id`
limit 100
-- with "love", "%love%"
-- reads album, track, artist

-- totals
select cast(count(*) as char)
from `album` as `t0`
where (exists (
  select 1
  from `track` as `t1`
  where ((locate(?, `t1`.`name` /*M!100202 collate utf8mb4_nopad_bin*/ /*!80017 collate utf8mb4_0900_bin*/ collate
      utf8mb4_general_ci) > 0 and lower(`t1`.`name` /*M!100202 collate utf8mb4_nopad_bin*/ /*!80017 collate utf8mb4_0900_bin*/
      /*M!101001 collate utf8mb4_uca1400_as_cs*/ /*!80000 collate utf8mb4_0900_as_cs*/) /*M!100202 collate utf8mb4_nopad_bin*/
      /*!80017 collate utf8mb4_0900_bin*/ like ? escape '!')) and `t1`.`album_id` = `t0`.`id`
)) and (not (exists (
  select 1
  from `artist` as `t2`
  where `t2`.`id` = `t0`.`producer_id`
)))
-- with "love", "%love%"
-- reads album, track, artist
