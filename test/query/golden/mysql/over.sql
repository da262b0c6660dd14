-- page
select concat(concat('[', ifnull(`g`.`v0`, 'null'), ',', `g`.`j0`, ',', ifnull(trim(trailing '.'
from trim(trailing '0'
from cast(`g`.`o0` as decimal(65, 2)))), 'null'), ']'), '
', concat('[', ifnull(concat('"', `g`.`b0`, '"'), 'null'),
    ']'))
from (
  select `g`.*, cast(json_value(concat('[', regexp_replace(concat('"', least(greatest(sum(`g`.`m0`) over (
  order by `g`.`v0` is null, `g`.`v0`, `g`.`b0` is null, `g`.`b0` rows unbounded preceding), -1000000000000000000000000000000),
      1000000000000000000000000000000), '"'), '^"-?1000000000000000000000000000000([.]0*)?"$', 'null'), ']'), '$[0]')
      as decimal(65,2)) as `o0`
  from (
    select `b`.`c0` as `b0`, min(`b`.`c0`) as `v0`, ifnull(sum(`b`.`c1`), 'null') as `j0`, sum(`b`.`c1`) as `m0`
    from (
      select (cast(year(`t0`.`released`) as decimal(65,0))) as `c0`, `t0`.`price` as `c1`
      from `album` as `t0`
    ) as `b`
    group by 1
  ) as `g`
) as `g`
order by `g`.`b0` is null, `g`.`b0`
limit 100
-- reads album

-- totals
select cast(count(*) as char)
from (
  select (cast(year(`t0`.`released`) as decimal(65,0))) as `b0`
  from `album` as `t0`
  group by 1
) as `g`
-- reads album
