-- record
select concat('{"word":', case when `t0`.`word` is null then 'null' else json_quote(`t0`.`word`) end, ',"weight":',
    ifnull(`t0`.`weight`, 'null'), ',"__url__":"http://localhost/api/database/tables/word/recs/[', case when `t0`.`word`
    is null then '$null' else ifnull(case when `t0`.`word` collate utf8mb4_bin not regexp '[^A-Za-z0-9._~-]' then
    `t0`.`word` else replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(regexp_replace(hex(`t0`.`word`),
    '(..)', /*M!100000 '%\\1'*/ /*!80000 '%$1'*/), '%41', 'A'), '%42', 'B'), '%43', 'C'), '%44', 'D'), '%45', 'E'),
    '%46', 'F'), '%47', 'G'), '%48', 'H'), '%49', 'I'), '%4A', 'J'), '%4B', 'K'), '%4C', 'L'), '%4D', 'M'), '%4E',
    'N'), '%4F', 'O'), '%50', 'P'), '%51', 'Q'), '%52', 'R'), '%53', 'S'), '%54', 'T'), '%55', 'U'), '%56', 'V'),
    '%57', 'W'), '%58', 'X'), '%59', 'Y'), '%5A', 'Z'), '%61', 'a'), '%62', 'b'), '%63', 'c'), '%64', 'd'), '%65',
    'e'), '%66', 'f'), '%67', 'g'), '%68', 'h'), '%69', 'i'), '%6A', 'j'), '%6B', 'k'), '%6C', 'l'), '%6D', 'm'),
    '%6E', 'n'), '%6F', 'o'), '%70', 'p'), '%71', 'q'), '%72', 'r'), '%73', 's'), '%74', 't'), '%75', 'u'), '%76',
    'v'), '%77', 'w'), '%78', 'x'), '%79', 'y'), '%7A', 'z'), '%30', '0'), '%31', '1'), '%32', '2'), '%33', '3'),
    '%34', '4'), '%35', '5'), '%36', '6'), '%37', '7'), '%38', '8'), '%39', '9'), '%2D', '-'), '%2E', '.'), '%5F',
    '_'), '%7E', '~') end, '') end, ',', case when `t0`.`weight` is null then '$null' else ifnull(`t0`.`weight`,
    '') end, ']","__links__":{', '}}') as `line`
from `word` as `t0`
where ((`t0`.`word` = ? and cast(`t0`.`word` as binary) = ?)) and (`t0`.`weight` is null)
limit 2
-- with "x", bytes eA==
-- reads word
