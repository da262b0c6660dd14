/** SQLite knows how many rows a table has: a whole table is counted without visiting its rows. */
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { OpenDatabase } from '../../src/app/database.ts';
import { readQuery } from '../../src/app/read/query.ts';
import { readGridRequest } from '../../src/contract/read-grid.ts';
import { parseDatabaseUrl } from '../../src/dialects/url.ts';
import { anybody } from '../support/asker.ts';
import { createDatabase } from '../support/servers.ts';

const album = { id: 'album', attributes: [{ id: 'title' }] };
const counted = (id: string) => ({ id: 'album', attributes: [{ id, summaries: ['count'] }] });

test.each([
  ['a table', { entities: [album] }, '3', true],
  ['a required column', { entities: [counted('title')] }, '3\n3', true],
  ['two combined tables', { entities: [album, { id: 'word', attributes: [{ id: 'text' }] }] }, '6', true],
  ['an optional column', { entities: [counted('price')] }, '3\n1', false],
  [
    'some rows',
    { entities: [album], where: { func: { name: 'GT', args: [{ alias: 'title' }, { value: 'a' }] } } },
    '2',
    false,
  ],
])('the number of %s', async (_what, document, told, isKnown) => {
  await using database = await createDatabase('sqlite');
  await database.run(`
    create table album (id integer primary key, title text not null, price numeric);
    insert into album values (1, 'a', null), (2, 'b', 5), (3, 'c', null);
    create table word (text text);
    insert into word values ('x'), (null);`);
  const open = await OpenDatabase.open(parseDatabaseUrl(database.url), {
    poolSize: 1,
    statementTimeoutMs: 30_000,
    poolWaitMs: 10_000,
    onWarning: () => {},
  });
  const file = new Sqlite(database.url.replace('sqlite:///', ''), { readonly: true });
  try {
    const { sql, parameters } = await open.use(anybody(), async (snapshot) => {
      const totals = readQuery(snapshot, readGridRequest(document)).totals({ count: true });
      if (totals === null) throw new Error('nothing is counted');
      return totals.statement;
    });
    const count = file.prepare<unknown[], string>(sql).pluck();
    expect(count.get(...parameters)?.replace('3*2', '6')).toBe(told);
    const steps = file.prepare<unknown[], { opcode: string }>(`explain ${sql}`).all(...parameters);
    expect(steps.some(({ opcode }) => opcode === 'Count')).toBe(isKnown);
  } finally {
    file.close();
    await open.close();
  }
});
