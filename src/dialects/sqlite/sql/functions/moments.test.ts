import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { computedColumn } from '../../../../query/pseudo.ts';
import { sqlite } from '../../dialect.ts';
import { computing } from './computing.ts';
import { asMoment } from './moments.ts';
import { addComputedFunctions } from './register.ts';

/** What a column may hold, whatever type it declares. */
const stored: readonly unknown[] = [
  '2024-02-29',
  '2023-02-29',
  '2024-02-29 07:08:09',
  '2024-02-29T07:08:09',
  '2024-02-29 07:08:09.250',
  '2024-02-29 07:08',
  '2024-02-29 24:00:00',
  '2021-01-01 24:00:00',
  '2024-02-29 23:59:60',
  '2024-02-29T23:08:09Z',
  '2024-02-29 23:08:09+05:30',
  '0000-01-01',
  '0000-01-01 01:02:03',
  '0001-01-01 00:00:00',
  '9999-12-31 23:59:59',
  '2024-13-01',
  '2024-2-9',
  ' 2024-02-29',
  '2024-02-29 ',
  '2024T02-29 07:08:09',
  'now',
  '12:30:00',
  '2460000.5',
  '',
  2_460_000.5,
  1_700_000_000,
  Buffer.from('2024-02-29'),
  Buffer.from('2024-02-29 07:08:09'),
  null,
];

test.each(['date', 'datetime'] as const)('the SQL that reads a %s gives the same as the function', (kind) => {
  const db = new Sqlite(':memory:');
  addComputedFunctions(db);
  db.exec('create table t (v)');
  for (const value of stored) db.prepare('insert into t values (?)').run(value);
  const column = computedColumn(kind, kind, kind);
  const { sql: text } = sqlite.sql.compile(
    sql`select v, ${computing.operand(sql.ref('v'), column, kind, 'Europe/Berlin')} from t`,
  );
  for (const [value, told] of db.prepare<[], [unknown, unknown]>(text).raw().all())
    expect([value, told]).toEqual([value, asMoment(value, kind, 'Europe/Berlin')]);
  db.close();
});
