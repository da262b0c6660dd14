-- page
select concat(concat('[', ifnull(`t0`.`id`, 'null'), ',', case when `t0`.`title` is null then 'null' else json_quote(`t0`.`title`)
    end, ',', case when `t1`.`name` is null then 'null' else json_quote(`t1`.`name`) end, ']'), '
', concat('[',
    case when `t0`.`title` is null then 'null' else json_quote(cast(`t0`.`title` as char)) end, ',', ifnull(concat('"',
    `t0`.`id`, '"'), 'null'), ']')) as `line`
from `album` as `t0`
join `artist` as `t1` on `t1`.`id` = `t0`.`artist_id`
where ((locate(?, `t1`.`name` /*M!100202 collate utf8mb4_nopad_bin*/ /*!80017 collate utf8mb4_0900_bin*/ collate
    utf8mb4_general_ci) > 0 and lower(`t1`.`name` /*M!100202 collate utf8mb4_nopad_bin*/ /*!80017 collate utf8mb4_0900_bin*/
    /*M!101001 collate utf8mb4_uca1400_as_cs*/ /*!80000 collate utf8mb4_0900_as_cs*/) /*M!100202 collate utf8mb4_nopad_bin*/
    /*!80017 collate utf8mb4_0900_bin*/ like ? escape '!'))
order by `t0`.`title`, `t0`.`id`
limit 100
-- with "ab", "%ab%"
-- reads album, artist

-- totals
select cast(count(*) as char)
from `album` as `t0`
join `artist` as `t1` on `t1`.`id` = `t0`.`artist_id`
where ((locate(?, `t1`.`name` /*M!100202 collate utf8mb4_nopad_bin*/ /*!80017 collate utf8mb4_0900_bin*/ collate
    utf8mb4_general_ci) > 0 and lower(`t1`.`name` /*M!100202 collate utf8mb4_nopad_bin*/ /*!80017 collate utf8mb4_0900_bin*/
    /*M!101001 collate utf8mb4_uca1400_as_cs*/ /*!80000 collate utf8mb4_0900_as_cs*/) /*M!100202 collate utf8mb4_nopad_bin*/
    /*!80017 collate utf8mb4_0900_bin*/ like ? escape '!'))
-- with "ab", "%ab%"
-- reads album, artist
