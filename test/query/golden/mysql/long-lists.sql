-- page
select concat(concat('[', ifnull(`t0`.`id`, 'null'), ',', case when `t0`.`title` is null then 'null' else json_quote(`t0`.`title`)
    end, ',', ifnull(`t0`.`price`, 'null'), ']'), '
', concat('[', ifnull(concat('"', `t0`.`id`, '"'), 'null'),
    ']')) as `line`
from `album` as `t0`
where (`t0`.`id` in (
  select v
  from json_table(?, '$[*]' columns (v bigint path '$')) as list
)) and (`t0`.`title` in (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
    ?, ?, ?)) and (not (`t0`.`price` in (cast(? as decimal(10, 2)), cast(? as decimal(10, 2)), cast(? as decimal(10,
    2)), cast(? as decimal(10, 2)), cast(? as decimal(10, 2)), cast(? as decimal(10, 2)), cast(? as decimal(10,
    2)), cast(? as decimal(10, 2)), cast(? as decimal(10, 2)), cast(? as decimal(10, 2)), cast(? as decimal(10,
    2)), cast(? as decimal(10, 2)), cast(? as decimal(10, 2)), cast(? as decimal(10, 2)), cast(? as decimal(10,
    2)), cast(? as decimal(10, 2)), cast(? as decimal(10, 2)), cast(? as decimal(10, 2)), cast(? as decimal(10,
    2)), cast(? as decimal(10, 2)), cast(? as decimal(10, 2)), cast(? as decimal(10, 2)), cast(? as decimal(10,
    2)), cast(? as decimal(10, 2)), cast(? as decimal(10, 2)), cast(? as decimal(10, 2)), cast(? as decimal(10,
    2)), cast(? as decimal(10, 2)), cast(? as decimal(10, 2)), cast(? as decimal(10, 2)), cast(? as decimal(10,
    2)), cast(? as decimal(10, 2)))))
order by `t0`.`id`
limit 100
-- with "[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19]", "\"0\"", "\"1\"", "\"2\"", "\"3\"", "\"4\"", "\"5\"", "\"6\"", "\"7\"", "\"8\"", "\"9\"", "\"10\"", "\"11\"", "\"12\"", "\"13\"", "\"14\"", "\"15\"", "\"16\"", "\"17\"", "\"18\"", "\"19\"", "\"19\"", "\"19\"", "\"19\"", "\"19\"", "\"19\"", "\"19\"", "\"19\"", "\"19\"", "\"19\"", "\"19\"", "\"19\"", "\"19\"", "0.50", "1.50", "2.50", "3.50", "4.50", "5.50", "6.50", "7.50", "8.50", "9.50", "10.50", "11.50", "12.50", "13.50", "14.50", "15.50", "16.50", "17.50", "18.50", "19.50", "19.50", "19.50", "19.50", "19.50", "19.50", "19.50", "19.50", "19.50", "19.50", "19.50", "19.50", "19.50"
-- reads album

-- totals
select cast(count(*) as char)
from `album` as `t0`
where (`t0`.`id` in (
  select v
  from json_table(?, '$[*]' columns (v bigint path '$')) as list
)) and (`t0`.`title` in (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
    ?, ?, ?)) and (not (`t0`.`price` in (cast(? as decimal(10, 2)), cast(? as decimal(10, 2)), cast(? as decimal(10,
    2)), cast(? as decimal(10, 2)), cast(? as decimal(10, 2)), cast(? as decimal(10, 2)), cast(? as decimal(10,
    2)), cast(? as decimal(10, 2)), cast(? as decimal(10, 2)), cast(? as decimal(10, 2)), cast(? as decimal(10,
    2)), cast(? as decimal(10, 2)), cast(? as decimal(10, 2)), cast(? as decimal(10, 2)), cast(? as decimal(10,
    2)), cast(? as decimal(10, 2)), cast(? as decimal(10, 2)), cast(? as decimal(10, 2)), cast(? as decimal(10,
    2)), cast(? as decimal(10, 2)), cast(? as decimal(10, 2)), cast(? as decimal(10, 2)), cast(? as decimal(10,
    2)), cast(? as decimal(10, 2)), cast(? as decimal(10, 2)), cast(? as decimal(10, 2)), cast(? as decimal(10,
    2)), cast(? as decimal(10, 2)), cast(? as decimal(10, 2)), cast(? as decimal(10, 2)), cast(? as decimal(10,
    2)), cast(? as decimal(10, 2)))))
-- with "[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19]", "\"0\"", "\"1\"", "\"2\"", "\"3\"", "\"4\"", "\"5\"", "\"6\"", "\"7\"", "\"8\"", "\"9\"", "\"10\"", "\"11\"", "\"12\"", "\"13\"", "\"14\"", "\"15\"", "\"16\"", "\"17\"", "\"18\"", "\"19\"", "\"19\"", "\"19\"", "\"19\"", "\"19\"", "\"19\"", "\"19\"", "\"19\"", "\"19\"", "\"19\"", "\"19\"", "\"19\"", "\"19\"", "0.50", "1.50", "2.50", "3.50", "4.50", "5.50", "6.50", "7.50", "8.50", "9.50", "10.50", "11.50", "12.50", "13.50", "14.50", "15.50", "16.50", "17.50", "18.50", "19.50", "19.50", "19.50", "19.50", "19.50", "19.50", "19.50", "19.50", "19.50", "19.50", "19.50", "19.50", "19.50"
-- reads album
