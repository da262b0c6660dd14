-- page
select concat(concat('[', ifnull(`g`.`c0`, 'null'), ',', case when `g`.`c1` is null then 'null' else json_quote(`g`.`c1`)
    end, ']'), '
', concat('[', ifnull(concat('"', `g`.`c0`, '"'), 'null'), ']')) as `line`
from (
  select `g`.*
  from (
    select `g`.*, row_number() over (partition by `g`.`c2`
    order by `g`.`c3` desc, `g`.`c0`) as `place`
    from (
      select `t0`.`id` as `c0`, `t0`.`title` as `c1`, `t0`.`artist_id` as `c2`, `t0`.`price` as `c3`
      from `album` as `t0`
    ) as `g`
  ) as `g`
  where `g`.`place` <= 3
) as `g`
order by `g`.`c0`
limit 100
-- reads album

-- totals
select cast(count(*) as char)
from (
  select `g`.*
  from (
    select `g`.*, row_number() over (partition by `g`.`c2`
    order by `g`.`c3` desc, `g`.`c0`) as `place`
    from (
      select `t0`.`id` as `c0`, `t0`.`title` as `c1`, `t0`.`artist_id` as `c2`, `t0`.`price` as `c3`
      from `album` as `t0`
    ) as `g`
  ) as `g`
  where `g`.`place` <= 3
) as `g`
-- reads album
