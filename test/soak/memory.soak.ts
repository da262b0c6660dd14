/** A list of a million rows, read to its end or stalled, takes no more memory than a short one. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningCommand, startCommand } from '../http/service.ts';
import { digestOf } from '../support/digest.ts';
import { megabyte, residentBytes } from '../support/resident.ts';
import { createDatabase, engines, type TestDatabase } from '../support/servers.ts';

const rows = 1_000_000;
const digits = `(${Array.from({ length: 10 }, (_, d) => `select ${d} as d`).join(' union all ')})`;
const million = `create table big (id integer primary key, name varchar(60) not null);
  insert into big select a.d + 10 * b.d + 100 * c.d + 1000 * e.d + 10000 * f.d + 100000 * g.d, 'a name of some length, as names are'
  from ${digits} a, ${digits} b, ${digits} c, ${digits} e, ${digits} f, ${digits} g;`;
const allowed = 64 * megabyte;

/** The list, in pieces. */
function* expectedList(base: string): Generator<string> {
  const table = `${base}/api/database/tables/big`;
  yield `{"add":"${table}/add","data":[`;
  for (let id = 0; id < rows; id++) {
    const name = 'a name of some length, as names are';
    yield `${id === 0 ? '' : ','}{"id":${id},"name":"${name}","__url__":"${table}/recs/[${id}]","__links__":{}}`;
  }
  yield ']}';
}

describe.each(engines)('a million rows of %s', (engine) => {
  let database: TestDatabase;
  let service: RunningCommand;
  beforeAll(async () => {
    database = await createDatabase(engine);
    await database.run(million);
    // PostgreSQL's own statistics would come a minute later; without them it sorts a million rows despite the index.
    if (engine === 'postgres') await database.run('ANALYZE');
    // One user may hold three of these connections indefinitely.
    service = await startCommand(['-d', database.url, '--pool-size', '8']);
    // Excludes the memory that the process needs for its first answers.
    const warmUp = async () =>
      (await fetch(`${service.base}/api/database/tables/big?limit=1000`)).arrayBuffer();
    await Promise.all([1, 2, 3].map(warmUp));
  });
  afterAll(async () => {
    await service?.stop();
    await database?.drop();
  });

  test('arrive completely and take no more memory', async ({ annotate }) => {
    const before = await residentBytes(service.pid);
    const { body } = await fetch(`${service.base}/api/database/tables/big`);
    let bytes = 0;
    let sampledAt = 0;
    let highest = 0;
    async function* sampled(): AsyncGenerator<Uint8Array> {
      for await (const part of body ?? []) {
        bytes += part.length;
        if (bytes - sampledAt > 2 * megabyte) {
          sampledAt = bytes;
          highest = Math.max(highest, await residentBytes(service.pid));
        }
        yield part;
      }
    }
    expect(await digestOf(sampled())).toBe(await digestOf(expectedList(service.base)));
    await annotate(
      `${engine}: a list of a million rows (${Math.round(bytes / megabyte)} MB), every letter right: ${grown(before, highest)} MB more`,
      'F8',
    );
    expect(bytes).toBeGreaterThan(100 * megabyte);
    expect(highest - before).toBeLessThan(allowed);
  });

  test('take no more memory while their readers stall for half a minute', async ({ annotate }) => {
    const before = await residentBytes(service.pid);
    const lists = await Promise.all(
      [1, 2, 3].map(async () => {
        const { status, body } = await fetch(`${service.base}/api/database/tables/big`);
        expect(status).toBe(200);
        return body;
      }),
    );
    const readers = lists.map((list) => list?.getReader());
    const begun: Uint8Array[] = [];
    let highest = 0;
    for (let second = 0; second < 30; second++) {
      for (const [i, reader] of readers.entries()) {
        if (second % 10 !== 0) continue;
        const { value } = (await reader?.read()) ?? {};
        if (i === 0 && value !== undefined) begun.push(value);
      }
      await delay(1_000);
      highest = Math.max(highest, await residentBytes(service.pid));
    }
    const [first, ...others] = readers;
    await Promise.all(others.map((reader) => reader?.cancel()));
    first?.releaseLock();
    async function* afterThat(): AsyncGenerator<Uint8Array> {
      yield* begun;
      for await (const part of lists[0] ?? []) yield part;
    }
    expect(await digestOf(afterThat())).toBe(await digestOf(expectedList(service.base)));
    await annotate(
      `${engine}: 3 readers of a million rows, stalled for 30 s, of which one then gets every letter: ${grown(before, highest)} MB more`,
      'F8',
    );
    expect(highest - before).toBeLessThan(allowed);
  });
});

function grown(before: number, highest: number): number {
  return Math.max(0, Math.round((highest - before) / megabyte));
}
