import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { computedColumn } from '../../../query/pseudo.ts';
import { DatabaseFile } from '../../base/file.ts';
import { sqlite } from '../dialect.ts';
import { openReader } from '../readers/open.ts';
import { addDecimals } from './summarise.ts';

const { db } = openReader({
  file: new DatabaseFile(':memory:'),
  expected: null,
  busyTimeoutMs: 0,
  tick: () => {},
});
afterAll(() => {
  db.close();
});

/** The number of a sum, and what the engine reads from its text; both as JSON, which tells whole numbers from others. */
function sums(decimals: number, values: readonly (number | string | null)[]): unknown {
  const column = computedColumn('numeric', 'numeric', `NUMERIC(18,${decimals})`);
  const { number, text } = addDecimals('sum', sql`value`, column);
  const query = sql`select json_array(${number}), json_array(joinery_read(${text})) from json_each(${JSON.stringify(values)})`;
  const { sql: words, parameters } = sqlite.sql.compile(query);
  return db
    .prepare(words)
    .raw(true)
    .get(...parameters);
}

describe('the number of a sum of decimals is the one that its text shows', () => {
  test.each([
    { decimals: 2, values: [16.55, 33.6], shown: '[50.15]' },
    // Doubles, added up as they are, make 0.30000000000000004 of these.
    { decimals: 2, values: [0.1, 0.2], shown: '[0.3]' },
    { decimals: 2, values: [0.5, 1.5], shown: '[2]' },
    { decimals: 2, values: [-0.01, 0.01], shown: '[0]' },
    { decimals: 2, values: [-1.25, null], shown: '[-1.25]' },
    { decimals: 2, values: [null], shown: '[null]' },
    { decimals: 2, values: [], shown: '[null]' },
    { decimals: 5, values: [90_000_000_000, 0.000_01], shown: null },
    // More decimals than the column has, and more units than a double counts.
    { decimals: 2, values: [0.125, 1], shown: '[1.125]' },
    { decimals: 2, values: [90_071_992_547_409.91, 0.01], shown: null },
    { decimals: 2, values: [1e300, 1], shown: null },
    { decimals: 2, values: ['a', 1.5], shown: null },
  ])('$values of $decimals decimals', ({ decimals, values, shown }) => {
    const found = sums(decimals, values);
    const [number, read] = Array.isArray(found) ? found : [];
    expect(number).toBe(read);
    if (shown !== null) expect(number).toBe(shown);
  });
});
