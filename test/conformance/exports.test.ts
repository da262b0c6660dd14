/**
 * Long exports: slow readers get enough time, a statement without output is ended, and a client that leaves frees
 * everything.
 */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { exportGrid } from '../../src/app/export/export.ts';
import { Problem } from '../../src/contract/problem.ts';
import { readGridRequest } from '../../src/contract/read-grid.ts';
import type { ConnectOptions } from '../../src/dialects/dialect.ts';
import { anybody } from '../support/asker.ts';
import type { TestDatabase } from '../support/servers.ts';
import { Subject } from './subject.ts';
import { openZoo, zoos } from './zoos.ts';

/** Too many rows for all the buffers between here and the engine. */
const bulk = `create table bulk (id integer primary key, filler varchar(1000));
  insert into bulk values (0, '${'x'.repeat(1_000)}');
  ${Array.from({ length: 14 }, (_, i) => `insert into bulk select id + ${2 ** i}, filler from bulk;`).join('\n')}`;
const bulkRows = 2 ** 14;

/** Rows from a few bytes to many times the size of a network chunk, in mixed order. */
const lengths = Array.from({ length: 1_500 }, (_, i) => (i % 400 === 7 ? 20_000 : (i * 7_919) % 900));
const uneven = (type: string) => `create table uneven (id integer primary key, filler ${type});
  insert into uneven values ${lengths.map((length, i) => `(${i}, repeat('${i % 10}bcdefghij', ${length}))`).join(',')};`;

async function bytesOf(body: AsyncIterable<Uint8Array>): Promise<number> {
  let bytes = 0;
  for await (const chunk of body) bytes += chunk.length;
  return bytes;
}

// The embedded engines have no statement timeout and no server to ask.
describe.each(zoos.filter(({ server }) => server))('a long export on $engine', (zoo) => {
  const { server } = zoo;
  let database: TestDatabase;
  beforeAll(async () => {
    const still = `create view still as select a.done, a.done as again from (${zoo.slow}) as a;`;
    database = await openZoo(zoo, bulk, still, uneven(zoo.engine === 'mysql' ? 'mediumtext' : 'text'));
  });
  afterAll(async () => {
    await database?.drop();
  });

  const open = (options: Partial<ConnectOptions> = {}) => Subject.of(database.url, options);
  async function csv(subject: Subject, id: string, ids: readonly string[], signal?: AbortSignal) {
    const request = readGridRequest({ entities: [{ id, attributes: ids.map((of) => ({ id: of })) }] });
    return (await exportGrid(subject.open, anybody(signal), request, { format: 'csv', safe: false })).body;
  }
  const bulkOf = (subject: Subject, signal?: AbortSignal) => csv(subject, 'bulk', ['id', 'filler'], signal);
  const isQuiet = () =>
    vi.waitFor(async () => expect(Number((await database.rows(server?.busy ?? ''))[0]?.[0])).toBe(0), {
      timeout: 5_000,
      interval: 50,
    });

  test('contains every byte of its rows, however the chunks arrive', async () => {
    await using subject = await open();
    const parts: Uint8Array[] = [];
    for await (const part of await csv(subject, 'uneven', ['id', 'filler'])) parts.push(Buffer.from(part));
    const lines = lengths.map(
      (length, i) => `${i},${length === 0 ? '""' : `${i % 10}bcdefghij`.repeat(length)}\r\n`,
    );
    expect(Buffer.concat(parts).toString() === `id,filler\r\n${lines.join('')}`).toBe(true);
  });

  test('waits for a slow reader longer than the statement timeout', async () => {
    await using subject = await open({ statementTimeoutMs: 3_000 });
    const chunks = (await bulkOf(subject))[Symbol.asyncIterator]();
    let bytes = 0;
    for (let read = 0; ; read++) {
      const { value, done } = await chunks.next();
      if (done) break;
      bytes += value.length;
      if (read === 2) await new Promise((resolve) => setTimeout(resolve, 4_000));
    }
    expect(bytes).toBe(await bytesOf(await bulkOf(subject)));
    expect(bytes).toBeGreaterThan(bulkRows * 1_000);
  });

  test('ends after the statement timeout if it produces no rows', async () => {
    // Connecting has the same limit, so it must be long enough for a busy machine.
    await using subject = await open({ statementTimeoutMs: 1_000 });
    const failed = csv(subject, 'still', ['done', 'again']);
    await expect(failed).rejects.toSatisfy(
      (error) => error instanceof Problem && error.kind === 'statement-timeout',
    );
    await isQuiet();
    expect(await subject.record('bulk', '[0]')).toContain('"id":0');
  });

  test('ends when the reader aborts, read or not, and its session is used again', async () => {
    await using subject = await open({ poolSize: 2 });
    for (const reads of [0, 1, 3]) {
      const abort = new AbortController();
      const chunks = (await bulkOf(subject, abort.signal))[Symbol.asyncIterator]();
      for (let i = 0; i < reads; i++) await chunks.next();
      abort.abort(new Error('the client went away'));
      await isQuiet();
    }
    expect(await bytesOf(await bulkOf(subject))).toBeGreaterThan(bulkRows * 1_000);
  });
});
