-- page
select concat(concat('[', ifnull(`t0`.`id`, 'null'), ',', case when `t0`.`title` is null then 'null' else json_quote(`t0`.`title`)
    end, ']'), '
', concat('[', ifnull(concat('"', `t0`.`id`, '"'), 'null'), ']')) as `line`
from `album` as `t0`
where (lower(`t0`.`title` /*M!100202 collate utf8mb4_nopad_bin*/ /*!80017 collate utf8mb4_0900_bin*/ /*M!101001
    collate utf8mb4_uca1400_as_cs*/ /*!80000 collate utf8mb4_0900_as_cs*/) /*M!100202 collate utf8mb4_nopad_bin*/
    /*!80017 collate utf8mb4_0900_bin*/ like ? escape '!')
order by `t0`.`id`
limit 100
-- with "%größe%"
-- reads album

-- totals
select cast(count(*) as char)
from `album` as `t0`
where (lower(`t0`.`title` /*M!100202 collate utf8mb4_nopad_bin*/ /*!80017 collate utf8mb4_0900_bin*/ /*M!101001
    collate utf8mb4_uca1400_as_cs*/ /*!80000 collate utf8mb4_0900_as_cs*/) /*M!100202 collate utf8mb4_nopad_bin*/
    /*!80017 collate utf8mb4_0900_bin*/ like ? escape '!')
-- with "%größe%"
-- reads album
