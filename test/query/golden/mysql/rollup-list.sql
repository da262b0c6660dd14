-- page
with `p` as (
  select `t0`.`id` as `c0`, `t0`.`title` as `c1`, `t0`.`id` as `s0`
  from `album` as `t0`
  order by `t0`.`id`
  limit 100
)
select concat(concat('[', ifnull(`p`.`c0`, 'null'), ',', case when `p`.`c1` is null then 'null' else json_quote(`p`.`c1`)
    end, ',', case when coalesce(`r1_0`.`v0`, '[]') is null then 'null' when json_valid(coalesce(`r1_0`.`v0`, '[]'))
    and convert(coalesce(`r1_0`.`v0`, '[]') using utf8mb4) collate utf8mb4_bin not regexp '(?<!\\\\)(?:\\\\\\\\)*\\\\[^"\\\\/bfnrtu]'
    and convert(coalesce(`r1_0`.`v0`, '[]') using utf8mb4) collate utf8mb4_bin not regexp '^(?>"(?>[^"\\\\]+|\\\\.)*"|[^"0-9-]+|-(?=[0-9])|[0-9]+(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?(?![0-9.eE]))*+[0-9-]'
    then replace(replace(convert(coalesce(`r1_0`.`v0`, '[]') using utf8mb4), '
', ' '), '', ' ') else json_quote(convert(coalesce(`r1_0`.`v0`,
    '[]') using utf8mb4)) end, ']'), '
', concat('[', ifnull(concat('"', `p`.`s0`, '"'), 'null'), ']')) as `line`
from `p`
left join (
  select `z`.`k0`, concat('[', group_concat(case when z.v is null then 'null' else json_quote(z.v) end
  order by z.n separator ','), ']') as `v0`
  from (
    select `a`.`k0`, a.v, row_number() over (partition by `a`.`k0`
    order by `a`.`s0` is null, `a`.`s0`, `a`.`s1` is null, `a`.`s1`) as n
    from (
      select `t1`.`album_id` as `k0`, `t1`.`name` as v, `t1`.`id` as `s0`, `t1`.`id` as `s1`
      from `track` as `t1`
      where `t1`.`album_id` in (
        select `p`.`c0`
        from `p`
      )
    ) as a
    where a.v is not null
  ) as z
  where z.n <= 3
  group by `z`.`k0`
) as `r1_0` on `r1_0`.`k0` = `p`.`c0`
order by `p`.`s0`
-- reads track, album

-- totals
select cast(`b`.`n` as char)
from (
  select count(*) as `n`
  from `album` as `t0`
) as `b`
-- reads album
