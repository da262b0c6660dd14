/** A folder of files, some of which change: unchanged files are not read again, and every name keeps its own rows. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { writeXlsx } from 'hucre/xlsx';
import { expect, test, vi } from 'vitest';
import { rowsOf, Subject } from '../conformance/subject.ts';
import { isLongRun } from '../support/long-run.ts';
import { folderWith } from '../zoo/duckdb/folders.ts';

/** The bytes that all threads of this process have read by system calls. */
function bytesRead(): number {
  const [, bytes] = /^rchar: (\d+)$/m.exec(readFileSync('/proc/self/io', 'utf8')) ?? [];
  return Number(bytes);
}

const count = 1_500;
/** Incompressible texts, so that a file of them keeps its size in any format. */
const texts = Array.from({ length: count }, () => randomBytes(1_500).toString('base64url'));
const lines = (quote: string) =>
  `id,kind_id,note\n${texts.map((text, i) => `${i},${(i % 2) + 1},${quote}${text}${quote}\n`).join('')}`;

async function largeFolder(): Promise<string> {
  const records = texts.map((note, i) => JSON.stringify({ id: i, kind_id: (i % 2) + 1, note }));
  const folder = await folderWith({
    'kind.csv': 'kind_id,name\n1,one\n2,two\n',
    'simple.csv': lines(''),
    'quoted.csv': lines('"'),
    'packed.csv.gz': gzipSync(lines(''), { level: 1 }),
    'listed.json': `[${records.join(',')}]`,
    'lined.ndjson': records.join('\n'),
    'ragged.csv': `${lines('')}1\n`,
    'book.xlsx': await writeXlsx({
      sheets: [
        {
          name: 'Main',
          rows: [['id', 'kind_id', 'note'], ...texts.map((note, i) => [i, (i % 2) + 1, note])],
        },
        { name: 'Other', rows: [['a'], [1]] },
      ],
    }),
  });
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const from = `read_csv('${join(folder, 'simple.csv')}')`;
  await connection.run(`copy (from ${from}) to '${join(folder, 'columns.parquet')}'`);
  instance.closeSync();
  return folder;
}

const large = ['simple', 'quoted', 'packed', 'listed', 'lined', 'book.Main', 'columns'];

test('an unchanged file is not read again, nor are its tables built again', async () => {
  const folder = await largeFolder();
  const names = (await readdir(folder)).filter((name) => name !== 'kind.csv');
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
  const before = bytesRead();
  await using subject = await Subject.of(`files:///${folder}`);
  // The count includes what the engine reads.
  expect(bytesRead() - before).toBeGreaterThan(sizes.reduce((all, size) => all + size, 0));
  const { warnings } = subject.open;
  expect(warnings).toEqual([`ragged.csv is left out: line ${count + 2} has 1 field, and the first has 3.`]);
  const contents = async () => Promise.all(large.map((entity) => subject.list(entity)));
  const known = await contents();
  for (const list of known) expect(rowsOf(list)).toHaveLength(count);

  // Each large file has a relation to this one.
  const beforeChange = bytesRead();
  await writeFile(join(folder, 'kind.csv'), 'kind_id,name\n1,first\n2,second\n3,third\n');
  await vi.waitFor(async () => expect(rowsOf(await subject.list('kind'))).toHaveLength(3), 20_000);
  expect(bytesRead() - beforeChange).toBeLessThan(Math.min(...sizes));
  expect(subject.open.warnings).toEqual(warnings);
  expect(await contents()).toEqual(known);

  // A large file is removed, and a small one gets its name.
  const beforeRemoval = bytesRead();
  await rm(join(folder, 'quoted.csv'));
  await writeFile(join(folder, 'quoted.json'), '[{"a":1}]');
  await vi.waitFor(
    async () => expect(rowsOf(await subject.list('quoted'))).toMatchObject([{ a: 1 }]),
    20_000,
  );
  expect(bytesRead() - beforeRemoval).toBeLessThan(Math.min(...sizes));
});

test('a file that changes while another one is being read is noticed', async () => {
  const large = (state: number) =>
    `id,state,note\n${Array.from({ length: 150_000 }, (_, i) => `${i},${state},"quoted"\n`).join('')}`;
  const folder = await folderWith({ 'large.csv': large(1), 'small.csv': 'n\none\n' });
  await using subject = await Subject.of(`files:///${folder}`);
  await writeFile(join(folder, 'large.csv'), large(2));
  await delay(400);
  const reading = subject.list('small');
  await delay(150);
  await writeFile(join(folder, 'small.csv'), 'n\ntwo\n');
  await reading;
  await vi.waitFor(
    async () => expect(rowsOf(await subject.list('small'))).toMatchObject([{ n: 'two' }]),
    20_000,
  );
});

test('after many changes every entity has the rows of its own file, and no temporary copies remain', async () => {
  const names = [...'abcdefghijkl'];
  const rowsFor = (name: string, state: number) => `${name}_id,state\n1,${state}\n`;
  const folder = await folderWith(Object.fromEntries(names.map((name) => [`${name}.csv`, rowsFor(name, 0)])));
  // A temporary folder that only this process uses.
  const own = await folderWith({});
  vi.stubEnv('TMPDIR', own);
  {
    await using subject = await Subject.of(`files:///${folder}`);
    const expected = new Map<string, number>(names.map((name) => [name, 0]));
    // A twin appears in the third state and disappears in the fifth.
    const states = isLongRun ? 15 : 6;
    for (let state = 1; state <= states; state++) {
      const name = names[(state * 5) % names.length] ?? '';
      await writeFile(join(folder, `${name}.csv`), rowsFor(name, state));
      expected.set(name, state);
      // A second file of the same name renames the first one, until it disappears again.
      const twin = join(folder, 'a.json');
      if (state % 6 === 3) await writeFile(twin, '[{"a_id":7,"state":-1}]');
      if (state % 6 === 5) await rm(twin);
      const hasTwin = state % 6 === 3 || state % 6 === 4;
      const called = (one: string) => (one === 'a' && hasTwin ? 'a.csv' : one);
      await vi.waitFor(async () => {
        expect(rowsOf(await subject.list(called(name)))).toMatchObject([{ state }]);
      }, 20_000);
      const entities = [...names.map(called), ...(hasTwin ? ['a.json'] : [])];
      expect([...(await subject.entities()).keys()].toSorted()).toEqual(entities.toSorted());
      for (const [one, its] of expected) {
        expect(rowsOf(await subject.list(called(one))), one).toMatchObject([{ state: its }]);
      }
      if (hasTwin) expect(rowsOf(await subject.list('a.json'))).toMatchObject([{ state: -1 }]);
      // However the process ends now, no copy of a file remains.
      expect((await readdir(own)).filter((name) => name.startsWith('joinery-files-'))).toEqual([]);
    }
  }
  vi.unstubAllEnvs();
});
