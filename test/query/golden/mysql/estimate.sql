-- asked
select 1
from `album` as `t0`
join `artist` as `t1` on `t1`.`id` = `t0`.`artist_id`
where (`t1`.`name` = ?)
-- with "x"
-- reads album, artist
