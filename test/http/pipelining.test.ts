/** Many requests on one connection, sent without waiting for answers. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { megabyte, residentBytes } from '../support/resident.ts';
import { createDatabase, type TestDatabase } from '../support/servers.ts';
import { type RunningCommand, startCommand } from './service.ts';

let database: TestDatabase;
let service: RunningCommand;

beforeAll(async () => {
  database = await createDatabase('sqlite');
  // Few, wide rows, because reading many rows is not what this test measures.
  await database.run(`CREATE TABLE big (id integer PRIMARY KEY, name text NOT NULL);
    INSERT INTO big WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 2099)
      SELECT i, printf('%.*c', 3000, 'x') FROM n;`);
  service = await startCommand(['--database', database.url]);
});
afterAll(async () => {
  await service?.stop();
  await database?.drop();
});

/** The page that starts with this row: some 300 KB, or proportionally less with fewer rows. */
function page(first: number, limit = 100): string {
  const body = JSON.stringify({
    entities: [{ id: 'big', relation: null, attributes: [{ id: 'id' }, { id: 'name' }] }],
    offset: first,
    limit,
    count: 'none',
  });
  return `POST /api/database/uni-grid-request HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

const record = (id: number) =>
  `GET /api/database/tables/big/recs/[${id}] HTTP/1.1\r\nHost: localhost\r\n\r\n`;

/** Sends everything at once without reading yet. */
async function send(text: string) {
  const { hostname, port } = new URL(service.base);
  const socket = connect(Number(port), hostname).pause();
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

/** The first match in each answer, in order of arrival. */
async function found(socket: Awaited<ReturnType<typeof send>>, pattern: RegExp, count: number) {
  const values: number[] = [];
  let rest = '';
  for await (const part of socket.setEncoding('latin1')) {
    rest += part;
    for (const [whole, value] of rest.matchAll(pattern)) {
      values.push(Number(value));
      rest = rest.slice(rest.indexOf(whole) + whole.length);
    }
    rest = rest.slice(-500);
    if (values.length === count) break;
  }
  return values;
}

describe('pipelined requests', () => {
  test('are answered one at a time, so that unread answers use little memory', {
    timeout: 120_000,
  }, async ({ annotate }) => {
    const count = 250;
    await (await fetch(`${service.base}/api/database/tables/big`)).arrayBuffer();
    const before = await residentBytes(service.pid);
    const socket = await send(Array.from({ length: count }, (_, i) => page(i)).join(''));
    let most = 0;
    for (let round = 0; round < 20; round++) {
      await delay(200);
      most = Math.max(most, await residentBytes(service.pid));
    }
    const grown = Math.max(0, most - before);
    expect(grown).toBeLessThan(64 * megabyte);
    expect((await fetch(`${service.base}/api/database/tables/big/recs/[1]`)).status).toBe(200);
    expect(await found(socket, /"data":\[\[(\d+),/g, count)).toEqual(
      Array.from({ length: count }, (_, i) => i),
    );
    await annotate(
      `${count} pages of 300 KB asked for on one connection and not read: ${Math.round(grown / megabyte)} MB more; read later: ${count} in order`,
      'A19',
    );
  });

  test('are answered in order, by the framework or not', { timeout: 60_000 }, async () => {
    const count = 2_000;
    const socket = await send(
      Array.from({ length: count }, (_, i) => (i % 10 === 0 ? page(i, 2) : record(i))).join(''),
    );
    const answers = await found(socket, /(?:"data":\[\[|\{"id":)(\d+),/g, count);
    expect(answers).toEqual(Array.from({ length: count }, (_, i) => i));
  });

  test('delay nobody else, even 400,000 of them', { timeout: 60_000 }, async () => {
    const before = await residentBytes(service.pid);
    const sockets = await Promise.all(Array.from({ length: 20 }, () => send(record(1).repeat(20_000))));
    for (const socket of sockets) socket.on('error', () => {});
    await delay(1_000);
    expect((await fetch(`${service.base}/api/database/tables/big/recs/[1]`)).status).toBe(200);
    expect((await residentBytes(service.pid)) - before).toBeLessThan(256 * megabyte);
    for (const socket of sockets) socket.destroy();
  });
});
