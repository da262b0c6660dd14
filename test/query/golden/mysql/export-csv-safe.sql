-- rows
select concat(coalesce(`t0`.`id` /*M!100202 collate utf8mb4_nopad_bin*/ /*!80017 collate utf8mb4_0900_bin*/, ''),
    ',', case when `t0`.`title` /*M!100202 collate utf8mb4_nopad_bin*/ /*!80017 collate utf8mb4_0900_bin*/ is null
    then '' when `t0`.`title` /*M!100202 collate utf8mb4_nopad_bin*/ /*!80017 collate utf8mb4_0900_bin*/ regexp
    ? then concat('"', replace(concat('''', `t0`.`title` /*M!100202 collate utf8mb4_nopad_bin*/ /*!80017 collate
    utf8mb4_0900_bin*/), '"', '""'), '"') when `t0`.`title` /*M!100202 collate utf8mb4_nopad_bin*/ /*!80017 collate
    utf8mb4_0900_bin*/ = '' then '""' when `t0`.`title` /*M!100202 collate utf8mb4_nopad_bin*/ /*!80017 collate
    utf8mb4_0900_bin*/ regexp ? then concat('"', replace(`t0`.`title` /*M!100202 collate utf8mb4_nopad_bin*/ /*!80017
    collate utf8mb4_0900_bin*/, '"', '""'), '"') else `t0`.`title` /*M!100202 collate utf8mb4_nopad_bin*/ /*!80017
    collate utf8mb4_0900_bin*/ end) as `line`
from `album` as `t0`
order by `t0`.`id`
-- with "^[=+@\t\r\n-]", "[,\"\r\n]"
-- reads album
