import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/support/folders.ts';
import { readerOf } from '../../../../test/support/sqlite-reader.ts';
import type { Chunk } from './chunks.ts';
import type { Reader } from './open.ts';
import { Attempts, WholeRows } from './whole-rows.ts';

/** As a page of the query endpoint is written; `a` may hold bytes, and `n` an infinity. */
const exact = `select json_array(iif(+a >= x'', hex(a), a), iif(n = 9e999, 'Infinity', n)) from t order by id`;
const usual = `select json_array(iif(+a >= x'', 9e999, a), n) from t order by id`;

async function readerWith(rows: string, encoding = 'UTF-8'): Promise<Reader> {
  const path = join(await temporaryFolder(), 'whole.db');
  const db = new Sqlite(path);
  db.exec(
    `pragma encoding = '${encoding}'; create table t (id integer primary key, a text, n numeric); ${rows}`,
  );
  db.close();
  return readerOf(path);
}

const values = (...rows: string[]) => `insert into t (a, n) values ${rows.join(', ')};`;

function read(reader: Reader): { readonly text: string; readonly rows: number; readonly isWhole: boolean } {
  const options = { separator: '\n', tick: () => {} };
  const chunks = new WholeRows(
    reader,
    { sql: exact, parameters: [] },
    { sql: usual, parameters: [] },
    options,
  );
  const parts: Chunk[] = [];
  do parts.push(chunks.next());
  while (parts.at(-1)?.done === false);
  const isWhole = !chunks.isPaused;
  chunks.close();
  return {
    text: Buffer.concat(parts.map(({ bytes }) => bytes)).toString(),
    rows: parts.reduce((sum, { rows }) => sum + rows, 0),
    isWhole,
  };
}

describe('the rows of a page', () => {
  test('come as one value, in their order', async () => {
    const reader = await readerWith(values(`('b', 1)`, `('ä "quoted"', 2.50)`, `(null, null)`, `('a', -3)`));
    expect(read(reader)).toEqual({
      text: '["b",1]\n["ä \\"quoted\\"",2.5]\n[null,null]\n["a",-3]',
      rows: 4,
      isWhole: true,
    });
  });

  test('may be none', async () => {
    expect(read(await readerWith(''))).toEqual({ text: '', rows: 0, isWhole: true });
  });

  const long = 'x'.repeat(9_000);
  test.each([
    ['bytes', values(`('a', 1)`, `(x'00ff', 2)`), '["a",1]\n["00FF",2]'],
    ['bytes that the engine takes for JSON', values(`(x'00', 1)`), '["00",1]'],
    ['an infinity', values(`('a', 9e999)`), '["a","Infinity"]'],
    ['the text that an infinity would become', values(`('9.0e+999', 1)`), '["9.0e+999",1]'],
    ['a NUL', values(`(cast(x'410042' as text), 1)`), '["A\\u0000B",1]'],
    ['a text that is not UTF-8', values(`(cast(x'41ff42' as text), 1)`), '["A\ufffdB",1]'],
    ['a long text', values(`('${long}', 1)`, `('b', 2)`), `["${long}",1]\n["b",2]`],
  ])('are exact with %s among them', async (what, rows, text) => {
    const isWhole = what === 'a NUL'; // Written as an escape.
    expect(read(await readerWith(rows))).toMatchObject({ text, isWhole });
  });

  test('are exact in a file of UTF-16 texts', async () => {
    const reader = await readerWith(values(`('ä', 1)`, `('b', 2)`), 'UTF-16le');
    expect(read(reader)).toEqual({ text: '["ä",1]\n["b",2]', rows: 2, isWhole: false });
  });

  test('are not held in memory together if there are many bytes', async () => {
    const rows = values(`('${'y'.repeat(8_000)}', 1)`);
    const reader = await readerWith(
      `${rows} ${Array.from({ length: 8 }, () => 'insert into t (a, n) select a, n from t;').join('')}`,
    );
    expect(read(reader)).toMatchObject({ rows: 256, isWhole: false });
  });

  test('are read as one value again once they are usual', async () => {
    const reader = await readerWith(values(`(x'00', 1)`));
    const outcomes = Array.from({ length: 6 }, (_, i) => {
      if (i === 1) {
        const db = new Sqlite(reader.db.name);
        db.exec(`update t set a = 'a'`);
        db.close();
      }
      return read(reader).isWhole;
    });
    expect(outcomes).toEqual([false, false, true, true, true, true]);
  });
});

test('attempts become rare while they fail', () => {
  const attempts = new Attempts();
  const due: number[] = [];
  for (let page = 0; page < 260; page++) {
    if (!attempts.isDue()) continue;
    due.push(page);
    attempts.note(false);
  }
  expect(due).toEqual([0, 2, 6, 14, 30, 62, 126, 191, 256]);
  while (!attempts.isDue());
  attempts.note(true);
  expect(attempts.isDue()).toBe(true);
});
