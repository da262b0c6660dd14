/** Staging rows in a table of the engine. */
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import { type Table, UnreadableTable } from '../../../tabular/table.ts';
import { formatTraits, stage } from './staged.ts';

function tableOf(rows: readonly (readonly string[])[]): Table {
  return {
    name: null,
    async *batches() {
      yield rows.map((texts, i) => ({ number: i + 1, texts, kinds: texts.map(() => 'text' as const) }));
    },
  };
}

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

test('rows of a refused file never appear in the next one', async () => {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const rows = async () => (await (await connection.run('from temp.raw')).getRowsJson()).map(String);
  const refused = tableOf([
    ['a', 'b'],
    ...Array.from({ length: 5_000 }, () => ['refused', 'row']),
    ['short'],
  ]);
  for (let n = 0; n < 5; n++) {
    await expect(stage(connection, refused, formatTraits.separated)).rejects.toThrow(UnreadableTable);
    await stage(
      connection,
      tableOf([
        ['a', 'b'],
        ['own', 'row'],
      ]),
      formatTraits.separated,
    );
    collect();
    await delay(10);
    collect();
    expect(await rows()).toEqual(['own,row']);
  }
  connection.closeSync();
  instance.closeSync();
});
