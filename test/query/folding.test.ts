/** Case is ignored in the same way on every engine, for every letter that they know. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { loadDialect } from '../../src/dialects/registry.ts';
import { parseDatabaseUrl } from '../../src/dialects/url.ts';
import { fold } from '../../src/query/fold.ts';
import { createDatabase, engines } from '../support/servers.ts';

/** Letters of Unicode 15 to 17, which an older server does not know. */
const recent: readonly (readonly [first: number, last: number])[] = [
  [0x1c89, 0x1c8a],
  [0xa7cb, 0xa7dc],
  [0x10d50, 0x10d85],
  [0x16ea0, 0x16ed3],
];

const letters = Array.from({ length: 0x1ffff }, (_, code) => code)
  .filter((code) => code > 0 && (code < 0xd800 || code > 0xdfff))
  .filter((code) => !recent.some(([first, last]) => code >= first && code <= last))
  .map((code) => String.fromCodePoint(code))
  .filter((letter) => fold(letter) !== letter || letter.toUpperCase() !== letter);

test.each(engines)('%s folds the case of every letter in the same way as the service', async (engine) => {
  await using database = await createDatabase(engine);
  const url = parseDatabaseUrl(database.url);
  const dialect = await loadDialect(url);
  const connection = await dialect.connect(url, {
    poolSize: 1,
    statementTimeoutMs: 30_000,
    poolWaitMs: 1_000,
    onWarning: () => {},
  });
  try {
    expect(letters.length).toBeGreaterThan(2_500);
    for (let i = 0; i < letters.length; i += 500) {
      const text = letters.slice(i, i + 500).join(' ');
      const folded = sql`select ${dialect.sql.fold(dialect.sql.text(text))}`;
      expect(await connection.fetch({ ...dialect.sql.compile(folded), entities: [] })).toEqual([fold(text)]);
    }
  } finally {
    await connection.close();
  }
});
