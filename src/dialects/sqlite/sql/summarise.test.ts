import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { computedColumn } from '../../../query/pseudo.ts';
import { DatabaseFile } from '../../base/file.ts';
import { sqlite } from '../dialect.ts';
import { openReader } from '../readers/open.ts';
import { addedNumber } from './functions/added-numbers.ts';
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

/** The value of a sum, and the value of its text. */
function sums(decimals: number, values: readonly (number | string | null)[]): unknown[] {
  const column = computedColumn('numeric', 'numeric', `NUMERIC(18,${decimals})`);
  const { sort, text } = addDecimals('sum', sql`value`, column);
  const query = sql`select ${sort}, ${text} from json_each(${JSON.stringify(values)})`;
  const { sql: words, parameters } = sqlite.sql.compile(query);
  const found: unknown = db
    .prepare(words)
    .raw(true)
    .safeIntegers(true)
    .get(...parameters);
  const [value, shown] = Array.isArray(found) ? found : [];
  return [value, typeof shown === 'string' ? addedNumber(shown) : shown];
}

describe('the value of a sum of decimals equals the number in its text', () => {
  test.each([
    { decimals: 2, values: [16.55, 33.6], shown: 50.15 },
    // As doubles, these add up to 0.30000000000000004.
    { decimals: 2, values: [0.1, 0.2], shown: 0.3 },
    { decimals: 2, values: [0.5, 1.5], shown: 2n },
    { decimals: 2, values: [-0.01, 0.01], shown: 0n },
    { decimals: 2, values: [-1.25, null], shown: -1.25 },
    { decimals: 2, values: [null], shown: null },
    { decimals: 2, values: [], shown: null },
    { decimals: 5, values: [90_000_000_000, 0.000_01], shown: undefined },
    // More decimals than the column declares, and more units than a double can count.
    { decimals: 2, values: [0.125, 1], shown: 1.125 },
    { decimals: 2, values: [90_071_992_547_409.91, 0.01], shown: undefined },
    { decimals: 2, values: [1e300, 1], shown: undefined },
    { decimals: 2, values: ['a', 1.5], shown: undefined },
  ])('$values with $decimals decimals', ({ decimals, values, shown }) => {
    const [value, read] = sums(decimals, values);
    expect(value).toBe(read);
    if (shown !== undefined) expect(value).toBe(shown);
  });
});
