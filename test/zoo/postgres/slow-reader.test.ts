/** A reader may pause at any point: reading continues with the next batch of rows, or with the total. */
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { PageRead } from '../../../src/dialects/dialect.ts';
import { Subject } from '../../conformance/subject.ts';
import { anybody } from '../../support/asker.ts';
import { createDatabase } from '../../support/servers.ts';

/** The first batch of 128 rows is slightly longer than what may wait for a reader. */
const lengths = [6_400, 6_420, 6_450, 6_500];

async function openWide(length: number, rows: number) {
  await using ending = new AsyncDisposableStack();
  const database = ending.use(await createDatabase('postgres'));
  await database.run(
    `create table wide as select repeat('x', ${length}) as body from generate_series(1, ${rows})`,
  );
  const subject = ending.use(await Subject.of(database.url, { statementTimeoutMs: 5_000 }));
  const opened = ending.move();
  return { subject, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

const statement = { sql: 'select body from wide', parameters: [], entities: ['wide'] };

async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<number> {
  await delay(500); // As much as possible arrives meanwhile.
  let bytes = 0;
  for await (const chunk of chunks) bytes += chunk.length;
  return bytes;
}

// The batch ends in the very bytes at which the service stops reading from the server.
test.each(lengths)('rows of %i characters are all read, however late the reader comes', async (length) => {
  const rows = 400;
  await using wide = await openWide(length, rows);
  const stream = await wide.subject.use(({ connection }) => connection.stream(statement, ','));
  expect([await bytesOf(stream), stream.rows]).toEqual([rows * (length + 1) - 1, rows]);
});

test.each(lengths)(
  'the total of a page is read after all of its rows of some %i characters',
  async (length) => {
    const rows = 127;
    await using wide = await openWide(length + 60, rows);
    const companion = {
      statement: { ...statement, sql: `select count(*)::text from wide` },
      isCertain: false,
      unless: null,
    };
    const page: PageRead = await wide.subject.open.use(anybody(), ({ connection }) =>
      connection.page(statement, ',', { isBrief: false, companion }),
    );
    expect(await bytesOf(page.rows)).toBe(rows * (length + 61) - 1);
    expect(await page.companionRows()).toEqual(['127']);
    page.end();
  },
);
