import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { sqlite } from '../../dialect.ts';
import { computing } from './computing.ts';

test('a computed value is evaluated once, however often the outer query uses it', () => {
  const db = new Sqlite(':memory:');
  db.exec('create table parent (id integer primary key); create table child (up integer, n integer)');
  const sum = sql`(select sum(n) from child where up = p.id) as r`;
  const rows = sql`(select p.*, ${sum} from parent as p${computing.computeOnce}) as p`;
  const { sql: text } = sqlite.sql.compile(sql`select iif(+p.r > 9, -p.r, p.r) from ${rows} order by p.id`);
  const steps = db.prepare(`explain query plan ${text}`).raw().all().map(String);
  expect(steps.filter((step) => step.includes('CORRELATED SCALAR SUBQUERY'))).toHaveLength(1);
  db.close();
});
