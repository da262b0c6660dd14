import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/support/folders.ts';
import type { Statement } from '../../../query/dialect/statement.ts';
import { parseDatabaseUrl } from '../../url.ts';
import { connect } from './run.ts';

const rowCount = 8_000;

/** All rows in key order, about a hundred bytes each. */
function statement(): Statement {
  const parts = {
    texts: { sql: `select format('%d %100s', state, '') from main.states`, parameters: [] },
    keys: { sql: 'select id from main.states', parameters: [] },
    isFiltered: false,
  };
  const slices = { first: parts, later: parts, key: ['id'], limit: null, offset: 0n };
  return { sql: `${parts.texts.sql} order by id`, parameters: [], entities: ['states'], hints: { slices } };
}

test('an answer shows one state of the database, whoever writes meanwhile', async () => {
  const path = join(await temporaryFolder(), 'states.db');
  const writer = new Sqlite(path);
  writer.exec(`
    pragma journal_mode = wal;
    create table states (id integer primary key, state integer);
    insert into states with recursive s(i) as (select 1 union all select i + 1 from s where i < ${rowCount}) select i, 0 from s;
  `);
  const write = writer.prepare('update states set state = state + 1');
  const connection = await connect(parseDatabaseUrl(`sqlite:///${path}`), {
    poolSize: 2,
    statementTimeoutMs: 60_000,
    poolWaitMs: 60_000,
    onWarning: () => {},
  });
  try {
    for (let round = 0; round < 20; round++) {
      const stream = await connection.stream(statement(), { separator: '\n' });
      let text = '';
      let chunks = 0;
      for await (const bytes of stream) {
        text += Buffer.from(bytes).toString();
        // Writes at a different moment in each round; the readers' own timing adds variation.
        for (let turn = 0; turn < round; turn++) await setImmediate();
        if (chunks++ === round % 5) write.run();
      }
      const states = text.split('\n').map((row) => row.trim());
      expect(states.length).toBe(rowCount);
      expect(new Set(states).size).toBe(1);
    }
  } finally {
    await connection.close();
    writer.close();
  }
});
