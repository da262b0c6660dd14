import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { pageRows } from './page-text.ts';

const thing = { name: 'thing', columns: ['id', 'name'], key: ['id'], kept: [], rows: 2 };
const lines = '[1,"one"]\n[2,"two"]';
const body = (head: unknown) => gzipSync(`${JSON.stringify(head)}\n${lines}`).toString('base64');

test('new rows of one table are read in the current and in the earlier format of the head', async () => {
  const rows = await pageRows(body([thing]));
  expect(rows).toHaveLength(2);
  expect(await pageRows(body(thing))).toEqual(rows);
});
