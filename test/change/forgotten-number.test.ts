import { expect, test } from 'vitest';
import { postgres } from '../../src/dialects/postgres/dialect.ts';
import { parseDatabaseUrl } from '../../src/dialects/url.ts';
import { createDatabase } from '../support/servers.ts';

// A PostgreSQL that is killed begins after the last number that it had written down.
test('a transaction whose number the server has not given yet is told by its rows', async () => {
  await using database = await createDatabase('postgres');
  const options = { poolSize: 1, statementTimeoutMs: 10_000, waitMs: 10_000, onWarning: () => {} };
  const writer = await postgres.openWriter?.(parseDatabaseUrl(database.url), options);
  if (writer === undefined) throw new Error('nothing is written to PostgreSQL');
  try {
    const mark = await writer.transact((transaction) => transaction.mark());
    expect(mark).toMatch(/^\d+@/);
    expect(await writer.fateOf(mark ?? '')).toBe('committed');
    expect(await writer.fateOf((mark ?? '').replace(/^\d+/, (number) => `${number}000`))).toBe('unknown');
  } finally {
    await writer.close();
  }
});
