-- rows
select concat('[', case when insert(`t0`.`added`, 11, 1, 'T') /*M!100202 collate utf8mb4_nopad_bin*/ /*!80017 collate
    utf8mb4_0900_bin*/ is null then 'null' else json_quote(insert(`t0`.`added`, 11, 1, 'T') /*M!100202 collate utf8mb4_nopad_bin*/
    /*!80017 collate utf8mb4_0900_bin*/) end, ',', case when replace(to_base64(`t0`.`cover`), '
', '') /*M!100202
    collate utf8mb4_nopad_bin*/ /*!80017 collate utf8mb4_0900_bin*/ is null then 'null' else json_quote(replace(to_base64(`t0`.`cover`),
    '
', '') /*M!100202 collate utf8mb4_nopad_bin*/ /*!80017 collate utf8mb4_0900_bin*/) end, ']') as `line`
from `track` as `t0`
order by `t0`.`id`
-- reads track
