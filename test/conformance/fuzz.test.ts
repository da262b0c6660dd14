import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isLongRun } from '../support/long-run.ts';
import type { Zoo } from '../zoo/zoo.ts';
import { rowsOf, Subject } from './subject.ts';
import { openZoo, zoos } from './zoos.ts';

/** DuckDB is built for long statements and takes milliseconds per record. */
const keyCountOf = ({ engine }: Pick<Zoo, 'engine'>) =>
  isLongRun ? (engine === 'duckdb' ? 1_000 : 10_000) : engine === 'duckdb' ? 500 : 1_000;
const inserted = 500;

/** Any characters that all engines can store; those with a meaning in URLs and JSON more often. */
const text = fc.oneof(
  fc.string({ unit: fc.constantFrom(...`,;/?:@&=+$#%[]{}()'"\\<> \n\t.~-_!*aZ09é日🎺`), maxLength: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom('', ' ', 'null', '$null', '%00', '%', '..', '.', '[]', '"a","b"', ',', 'a,b', 'undefined'),
);
const number = fc.oneof(
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.constantFrom(0n, -1n, 2n ** 53n + 1n),
);
const real = fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Object.is(value, -0));
const keys = fc.tuple(text, number, text, real);

function tableOf(zoo: Zoo): string {
  const { quote, keyText, literal } = zoo;
  const keyCount = keyCountOf(zoo);
  const rows = fc
    .sample(keys, { numRuns: keyCount, seed: 4_711 })
    .map(([a, b, c, d], i) => `(${literal(a)}, ${b}, ${literal(c)}, ${d}, ${i})`);
  const inserts = Array.from(
    { length: keyCount / inserted },
    (_, i) => `insert into fuzz values ${rows.slice(i * inserted, (i + 1) * inserted).join(', ')};`,
  );
  // The last column distinguishes keys that the engine considers equal.
  return `create table fuzz (a ${keyText}, b bigint, c ${keyText}, d double precision, ${quote('n')} integer,
    primary key (a, b, c, d, ${quote('n')}));\nbegin;\n${inserts.join('\n')}\ncommit;`;
}

describe.each(zoos)('generated composite keys on $engine', (zoo) => {
  const keyCount = keyCountOf(zoo);
  test('each lead to their record', { timeout: 120_000 }, async ({ annotate }) => {
    await using database = await openZoo(zoo, tableOf(zoo));
    await using subject = await Subject.of(database.url);
    const list = await subject.list('fuzz');
    const urls = rowsOf(list).map(({ __url__ }) => __url__ ?? '');
    expect(new Set(urls).size).toBe(keyCount);
    const records: string[] = [];
    const atOnce = 8;
    for (let i = 0; i < urls.length; i += atOnce) {
      records.push(...(await Promise.all(urls.slice(i, i + atOnce).map((url) => subject.follow(url)))));
    }
    expect(records.join(',') === list).toBe(true);
    await annotate(`${zoo.engine}: ${keyCount} of ${keyCount} composite keys lead to their record`, 'V5');
  });
});
