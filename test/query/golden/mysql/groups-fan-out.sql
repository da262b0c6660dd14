-- page
select concat(concat('[', case when `g`.`v0` is null then 'null' else json_quote(`g`.`v0`) end, ',', `g`.`j0`, ',',
    `g`.`j1`, ']'), '
', concat('[', case when `g`.`b0` is null then 'null' else json_quote(cast(`g`.`b0` as char))
    end, ']'))
from (
  select `b`.`c0` as `b0`, min(`b`.`c0` /*M!100202 collate utf8mb4_nopad_bin*/ /*!80017 collate utf8mb4_0900_bin*/)
      as `v0`, ifnull(sum(case when `b`.`n0` = 1 then `b`.`c1` end), 'null') as `j0`, ifnull(count(`b`.`c2`), 'null')
      as `j1`
  from (
    select `t0`.`title` as `c0`, `t0`.`price` as `c1`, `t1`.`name` as `c2`, row_number() over (partition by `t0`.`title`,
        `t0`.`id`) as `n0`
    from `album` as `t0`
    left join `track` as `t1` on `t1`.`album_id` = `t0`.`id`
  ) as `b`
  group by 1
) as `g`
order by `g`.`b0` is null, `g`.`b0`
limit 100
-- reads album, track

-- totals
select cast(count(*) as char)
from (
  select `t0`.`title` as `b0`
  from `album` as `t0`
  group by 1
) as `g`
-- reads album
