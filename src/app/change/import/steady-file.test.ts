import { appendFileSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openTabular } from '../../../tabular/open.ts';
import { fileStateOf, steady } from './steady-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'joinery-steady-'));
afterAll(() => rmSync(folder, { recursive: true }));

const path = join(folder, 'people.csv');
const people = `id,name\n${'1,Ada\n'.repeat(100_000)}`;

/** The number of rows read, with something done after the first ones. */
async function rowsRead(meanwhile: () => void): Promise<number> {
  writeFileSync(path, people);
  const state = await fileStateOf(path);
  const [table] = await openTabular(path, 'csv');
  let rows = 0;
  for await (const batch of table === undefined ? [] : steady(table, path, state).batches()) {
    if (rows === 0) meanwhile();
    rows += batch.length;
  }
  return rows;
}

test('a file that stays as it is is read to its end', async () => {
  expect(await rowsRead(() => {})).toBe(100_001);
});

test.each([
  ['grows', () => appendFileSync(path, '2,Bo\n')],
  ['ends in the middle of a row', () => appendFileSync(path, '2,"Bo')],
  ['is cut off', () => writeFileSync(path, people.slice(0, 100))],
  ['is deleted', () => rmSync(path)],
  [
    'is replaced',
    () => {
      writeFileSync(`${path}.new`, people);
      renameSync(`${path}.new`, path);
    },
  ],
])('a file that %s meanwhile is refused', async (_, meanwhile) => {
  await expect(rowsRead(meanwhile)).rejects.toThrow('it changed while it was read');
});
