import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/support/folders.ts';
import type { Statement } from '../../../query/dialect/statement.ts';
import type { Connection } from '../../dialect.ts';
import { parseDatabaseUrl } from '../../url.ts';
import { connect } from './run.ts';

/** Two rows, and the total count returned with them. */
async function page(connection: Connection, entity: string, offset: number): Promise<readonly string[]> {
  const statement = (sql: string): Statement => ({ sql, parameters: [], entities: [entity] });
  const count = statement(`select cast(count(*) as text) from ${entity}`);
  const total = { statement: count, isCertain: true, unless: null };
  const rows = statement(`select cast(id as text) from ${entity} order by id limit 2 offset ${offset}`);
  const read = await connection.page(rows, { separator: ' ', isBrief: true, companion: total });
  let text = '';
  for await (const bytes of read.rows) text += Buffer.from(bytes).toString();
  const told = await read.companionRows();
  read.end();
  return [text, ...told];
}

test.each([
  ['t', 200],
  ['v', 20],
])('of more concurrent pages of %s than slots, each gets its rows and its total', async (entity, pages) => {
  const path = join(await temporaryFolder(), 'crowd.db');
  const writer = new Sqlite(path);
  writer.exec('create table t (id integer primary key); insert into t values (1), (2), (3), (4)');
  writer.exec('create view v as select id from t');
  writer.close();
  const connection = await connect(parseDatabaseUrl(`sqlite:///${path}`), {
    poolSize: 2,
    statementTimeoutMs: 30_000,
    poolWaitMs: 60_000,
    onWarning: () => {},
  });
  try {
    await connection.reflect();
    const offsets = Array.from({ length: pages }, (_, i) => i % 3);
    const answers = await Promise.all(offsets.map((offset) => page(connection, entity, offset)));
    expect(answers).toEqual(offsets.map((offset) => [`${offset + 1} ${offset + 2}`, '4']));
  } finally {
    await connection.close();
  }
});
