import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { postgres } from '../../src/dialects/postgres/dialect.ts';
import { parseDatabaseUrl } from '../../src/dialects/url.ts';
import type { Writer } from '../../src/dialects/writer.ts';
import {
  breakableEngines,
  createDatabase,
  type LiveDatabase,
  startServer,
  type TestServer,
} from '../support/servers.ts';

async function openWriter(url: string): Promise<Writer> {
  const options = { poolSize: 1, statementTimeoutMs: 10_000, waitMs: 10_000, onWarning: () => {} };
  const writer = await postgres.openWriter?.(parseDatabaseUrl(url), options);
  if (writer === undefined) throw new Error('nothing is written to PostgreSQL');
  return writer;
}

// After a crash PostgreSQL continues after the last transaction id that it had written to disk.
test('the outcome of a transaction id that the server has not assigned yet is unknown', async () => {
  await using database = await createDatabase('postgres');
  const writer = await openWriter(database.url);
  try {
    const mark = (await writer.transact((transaction) => transaction.mark())) ?? '';
    expect(mark).toMatch(/^\d+@/);
    expect(await writer.outcomeOf(mark)).toBe('committed');
    expect(await writer.outcomeOf(mark.replace(/^\d+/, (number) => `${number}000`))).toBe('unknown');
    // Earlier versions of the mark contained less information about the server.
    const [number, primary] = mark.split('@');
    for (const older of [`${number}`, `${number}@${primary}`])
      expect(await writer.outcomeOf(older)).toBe('unknown');
    // Another server may run at the same address by now.
    expect(await writer.outcomeOf(mark.replace(/@\d+\//, '@1/'))).toBe('unknown');
  } finally {
    await writer.close();
  }
});

test('a transaction that was rolled back is recognised by its id, in every format of the mark', async () => {
  await using database = await createDatabase('postgres');
  const writer = await openWriter(database.url);
  try {
    let mark = '';
    const work = writer.transact(async (transaction) => {
      mark = (await transaction.mark()) ?? '';
      throw new Error('enough');
    });
    await expect(work).rejects.toThrow('enough');
    const [number, primary] = mark.split('@');
    for (const one of [mark, `${number}@${primary}`, `${number}`])
      expect(await writer.outcomeOf(one)).toBe('rolled back');
  } finally {
    await writer.close();
  }
});

describe.runIf(breakableEngines.includes('postgres'))('a transaction id that might be reused', () => {
  let server: TestServer;
  let database: LiveDatabase;
  let writer: Writer;
  beforeAll(async () => {
    server = await startServer('postgres');
    database = await server.createDatabase();
    writer = await openWriter(database.url);
  });
  afterAll(async () => {
    await writer?.close();
    await server?.remove();
  });

  /** The mark of a transaction that was under way during the crash. */
  async function markOf(breakIt: (session: number) => Promise<void>): Promise<string> {
    let mark = '';
    const work = writer.transact(async (transaction) => {
      mark = (await transaction.mark()) ?? '';
      const [[session] = []] = await transaction.rows({ sql: 'select pg_backend_pid()', parameters: [] });
      await breakIt(Number(session));
      await transaction.mark();
      await transaction.rows({ sql: 'select 1', parameters: [] });
    });
    await expect(work).rejects.toThrow();
    return mark;
  }

  /** Commits other transactions until one of them gets the transaction id. */
  async function passBy(mark: string): Promise<void> {
    const number = BigInt(mark.split('@')[0] ?? '');
    for (let given = 0n; given < number; ) {
      const rows = z
        .array(z.tuple([z.string()]))
        .parse(await database.rows('select pg_current_xact_id()::text'));
      const had = BigInt(rows[0]?.[0] ?? '');
      if (given === 0n) expect(had).toBeLessThanOrEqual(number);
      given = had;
    }
  }

  test('has an unknown outcome after a crash of the server', async () => {
    const mark = await markOf(() => server.kill());
    await server.start();
    await passBy(mark);
    expect(await writer.outcomeOf(mark)).toBe('unknown');
  });

  // The server process survives, but the session crash makes it forget the same.
  test('has an unknown outcome after a crash of one of its sessions', async () => {
    const mark = await markOf(async (session) => {
      process.kill(session, 'SIGKILL');
    });
    await expect.poll(() => database.rows('select 1').catch(() => null), { timeout: 20_000 }).toBeTruthy();
    await passBy(mark);
    expect(await writer.outcomeOf(mark)).toBe('unknown');
  });

  test('keeps its outcome after a clean restart', async () => {
    const mark = (await writer.transact((transaction) => transaction.mark())) ?? '';
    await server.stop();
    await server.start();
    expect(await writer.outcomeOf(mark)).toBe('committed');
  });
});
