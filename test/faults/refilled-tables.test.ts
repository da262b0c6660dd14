/** PostgreSQL: answers that wait for a table which is filled anew, or gets another form, show it as it is afterwards. */
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { startService } from '../http/service.ts';
import { createDatabase } from '../support/servers.ts';

const attributes = [{ id: 'id' }, { id: 'n' }];
const entities = [{ id: 'part', attributes }];

test.each([
  [
    'emptied and filled anew',
    'truncate part; insert into part select i, i * 10 from generate_series(1, 3) i',
  ],
  ['rewritten', 'alter table part alter n type bigint'],
  ['given a new column', 'alter table part drop n, add n integer; update part set n = id * 10'],
  [
    'made anew',
    `drop table part; create table part (id integer primary key, n integer);
      insert into part select i, i * 10 from generate_series(1, 3) i`,
  ],
])('a table that is %s meanwhile', async (_, change) => {
  await using database = await createDatabase('postgres');
  await database.run(`create table part (id integer primary key, n integer);
    insert into part select i, i * 10 from generate_series(1, 3) i;`);
  await using service = await startService(database.url, { poolSize: 4 });
  const post = async (path: string, body: object) => {
    const response = await fetch(`${service.base}/api/database/uni-grid-request${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return response.text();
  };
  const other = new pg.Client(database.url);
  await other.connect();
  try {
    await other.query(`begin; ${change}`);
    const summed = [{ id: 'id' }, { id: 'n', summaries: ['sum'] }];
    const answers = Promise.all([
      post('', { entities }),
      post('', { entities: [{ id: 'part', attributes: summed }] }),
      post('/export?format=csv', { entities }),
    ]);
    await vi.waitFor(async () => {
      const waiting = await other.query(
        `select from pg_locks where not granted and database =
          (select oid from pg_database where datname = current_database())`,
      );
      expect(waiting.rowCount).toBe(3);
    });
    await other.query('commit');
    const [page = '', sum = '', csv = ''] = await answers;
    const data = [
      [1, 10],
      [2, 20],
      [3, 30],
    ];
    expect(JSON.parse(page)).toMatchObject({ data, size: { total: 3 } });
    expect(JSON.parse(sum)).toMatchObject({ data, summaries: { n: { sum: 60 } } });
    expect(csv).toBe('id,n\r\n1,10\r\n2,20\r\n3,30\r\n');
  } finally {
    await other.end();
  }
});
