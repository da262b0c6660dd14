-- page
select concat(concat('[', ifnull(`t0`.`id`, 'null'), ',', case when `t0`.`title` is null then 'null' else json_quote(`t0`.`title`)
    end, ',', ifnull(concat('"', cast(`t0`.`released` as char), '"'), 'null'), ',', ifnull(`t0`.`price`, 'null'),
    ',', ifnull(case `t0`.`sold` when 0 then 'false' when 1 then 'true' else `t0`.`sold` end, 'null'), ']'), '
',
    concat('[', ifnull(concat('"', `t0`.`id`, '"'), 'null'), ']')) as `line`
from `album` as `t0`
where (`t0`.`price` > cast(? as decimal(10, 2))) and (((`t0`.`released` >= cast(? as date)) and (`t0`.`released`
    <= cast(? as date)))) and (`t0`.`sold` = ?) and (not (`t0`.`title` = ?)) and (not ((cast(replace(lower(replace(`t0`.`title`
    /*M!100202 collate utf8mb4_nopad_bin*/ /*!80017 collate utf8mb4_0900_bin*/, 'İ', 'i') /*M!101001 collate utf8mb4_uca1400_as_cs*/
    /*!80000 collate utf8mb4_0900_as_cs*/), 'ς', 'σ') /*M!100202 collate utf8mb4_nopad_bin*/ /*!80017 collate utf8mb4_0900_bin*/
    as binary) = cast(? as binary)) or (`t0`.`price` is null))) and (`t0`.`id` < `t0`.`price`)
order by `t0`.`id`
limit 100
-- with "9.50", "2020-01-01", "2020-12-31", 1, "x", "y"
-- reads album

-- totals
select cast(count(*) as char)
from `album` as `t0`
where (`t0`.`price` > cast(? as decimal(10, 2))) and (((`t0`.`released` >= cast(? as date)) and (`t0`.`released`
    <= cast(? as date)))) and (`t0`.`sold` = ?) and (not (`t0`.`title` = ?)) and (not ((cast(replace(lower(replace(`t0`.`title`
    /*M!100202 collate utf8mb4_nopad_bin*/ /*!80017 collate utf8mb4_0900_bin*/, 'İ', 'i') /*M!101001 collate utf8mb4_uca1400_as_cs*/
    /*!80000 collate utf8mb4_0900_as_cs*/), 'ς', 'σ') /*M!100202 collate utf8mb4_nopad_bin*/ /*!80017 collate utf8mb4_0900_bin*/
    as binary) = cast(? as binary)) or (`t0`.`price` is null))) and (`t0`.`id` < `t0`.`price`)
-- with "9.50", "2020-01-01", "2020-12-31", 1, "x", "y"
-- reads album
