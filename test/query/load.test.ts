import { describe, expect, test } from 'vitest';
import { engines } from '../support/servers.ts';
import { storedOn } from './dataset.ts';
import { demoSample } from './demo-sample.ts';
import { loadData, tableName } from './load.ts';
import { zoo } from './zoo.ts';

describe.each(engines)('a data set on %s', (engine) => {
  test.each([zoo, demoSample()])('$name is loaded with all its rows', async (data) => {
    await using database = await loadData(engine, data);
    for (const table of storedOn(engine, data).tables.values()) {
      const [count] = await database.rows(`SELECT count(*) FROM ${tableName(engine, table)}`);
      expect([table.name, Number(count?.[0])]).toEqual([table.name, table.rows.length]);
    }
  });
});
