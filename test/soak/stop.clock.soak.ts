/** Stopping a busy service: no answer is lost, and the process exits in time. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { graceMs } from '../../src/cli/grace.ts';
import { openZoo, zoos } from '../conformance/zoos.ts';
import { type RunningCommand, startCommand } from '../http/service.ts';
import { childrenOf, isAlive } from '../support/children.ts';
import { readUntilClosed } from '../support/http10.ts';
import type { TestDatabase } from '../support/servers.ts';

const requests = 200;
const rows = 2 ** 12;
const table = `CREATE TABLE thing (id integer PRIMARY KEY, name varchar(100) NOT NULL);
  INSERT INTO thing VALUES (0, '${'x'.repeat(100)}');
  ${Array.from({ length: 12 }, (_, i) => `INSERT INTO thing SELECT id + ${2 ** i}, name FROM thing;`).join('\n')}
  CREATE TABLE bulk (id integer PRIMARY KEY, filler varchar(4000));
  INSERT INTO bulk SELECT id, '${'x'.repeat(4_000)}' FROM thing;
  CREATE VIEW seen AS SELECT id, name FROM thing WHERE id < 100;`;

const post = (body: object) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const query = { entities: [{ id: 'thing', attributes: [{ id: 'id' }, { id: 'name' }] }] };

/** 2 to the power of 60 combinations, none of which matches. */
const crossed = {
  entities: Array.from({ length: 5 }, (_, i) => ({
    id: 'thing',
    alias: `t${i}`,
    attributes: [{ id: 'name', alias: `n${i}` }],
  })),
  where: { func: { name: 'EQ', args: [{ alias: 'n4' }, { value: 'not to be found' }] } },
};

/** Each kind of request, and the end of a complete answer. */
const asks: readonly (readonly [path: string, init: RequestInit, ending: RegExp])[] = [
  ['tables/thing?limit=300', {}, /"id":299,[^{}]*\{\}\}\]\}$/],
  ['tables/thing/recs/[7]', {}, /^\{"id":7,.*\{\}\}$/],
  ['tables/seen', {}, /\{\}\}\]\}$/],
  ['uni-grid-request', post({ ...query, limit: 50 }), /"total":4096,.*\}$/],
  ['uni-grid-request/export?format=csv', post(query), new RegExp(`\\r\\n${rows - 1},x{100}\\r\\n$`)],
];

/** Whether the answer is complete. */
async function ask({ base }: RunningCommand, i: number): Promise<boolean> {
  const [path = '', init = {}, ending = /^$/] = asks[i % asks.length] ?? [];
  try {
    const response = await fetch(`${base}/api/database/${path}`, init);
    return ending.test(await response.text()) && response.status === 200;
  } catch {
    return false;
  }
}

interface End {
  readonly whole: number;
  readonly code: number | null;
  readonly seconds: number;
}

/**
 * The time that all requests may take without stopping the service: less than half of the time that stopping may take.
 */
const quietMs = graceMs / 3;
const attempts = 20;

/**
 * Waits until the machine is fast enough. If other programs leave the requests no time, their answers say nothing about
 * stopping; a service that is never this fast is reported.
 */
async function untilQuiet(service: RunningCommand): Promise<void> {
  let tookMs = 0;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const begin = performance.now();
    const answers = await Promise.all(Array.from({ length: requests }, (_, i) => ask(service, i)));
    expect(answers).not.toContain(false);
    tookMs = performance.now() - begin;
    if (tookMs < quietMs) return;
    await delay(10_000);
  }
  throw new Error(`${requests} requests take ${Math.round(tookMs)} ms even where nobody ends the service`);
}

async function endUnderLoad(service: RunningCommand, pids: readonly number[]): Promise<End> {
  await untilQuiet(service);
  const answers = Array.from({ length: requests }, (_, i) => ask(service, i));
  await Promise.race(answers);
  const begin = performance.now();
  for (const pid of pids) process.kill(pid, 'SIGTERM');
  const whole = (await Promise.all(answers)).filter(Boolean).length;
  const code = await service.exit;
  return { whole, code, seconds: (performance.now() - begin) / 1_000 };
}

describe.each(zoos)('stopping a service on $engine', (zoo) => {
  const { engine } = zoo;
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openZoo(zoo, table, `CREATE VIEW slow AS ${zoo.slow};`);
  });
  afterAll(() => database?.drop());

  /** A service that has answered each kind of request once. */
  async function start(...args: string[]): Promise<RunningCommand> {
    const service = await startCommand(['-d', database.url, ...args]);
    for (const i of asks.keys()) expect({ i, whole: await ask(service, i) }).toEqual({ i, whole: true });
    return service;
  }

  test('with 200 requests in flight loses none of them', async ({ annotate }) => {
    await using service = await start();
    const { whole, code, seconds } = await endUnderLoad(service, [service.pid]);
    await annotate(
      `${engine}: SIGTERM with ${requests} requests in flight: ${whole} whole answers, ${requests - whole} resets, out after ${seconds.toFixed(1)} s`,
      'F7',
    );
    expect({ whole, code }).toEqual({ whole: requests, code: 0 });
    expect(seconds).toBeLessThan(graceMs / 1_000);
  });

  test('with several processes that all get the signal loses none either', async ({ annotate }) => {
    await using service = await start('--workers', '2');
    const group = [service.pid, ...(await childrenOf(service.pid))];
    const { whole, code, seconds } = await endUnderLoad(service, group);
    await annotate(
      `${engine}: SIGTERM to ${group.length} processes with ${requests} requests in flight: ${whole} whole answers, ${requests - whole} resets, out after ${seconds.toFixed(1)} s`,
      'F7',
    );
    expect({ whole, code }).toEqual({ whole: requests, code: 0 });
    expect(seconds).toBeLessThan(graceMs / 1_000);
  });

  test('does not wait for endless requests, and logs that they were cut off', async ({ annotate }) => {
    await using service = await start('--statement-timeout', '0', '--pool-size', '8');
    await untilQuiet(service);
    const entities = [{ id: 'slow', attributes: [{ id: 'done' }] }];
    const never: readonly (readonly [path: string, init: RequestInit & { body?: string }])[] = [
      ['uni-grid-request', post({ entities, count: 'none' })],
      ['tables/slow', {}],
      // SQLite runs the file's own definitions in child processes, and everything else in threads.
      ...(engine === 'sqlite' ? [['uni-grid-request', post(crossed)] as const] : []),
    ];
    const { body } = await fetch(`${service.base}/api/database/tables/bulk`);
    const stalled = body?.getReader();
    await stalled?.read();
    const answers = never.flatMap(([path, init]) => [
      fetch(`${service.base}/api/database/${path}`, init).then((response) => response.arrayBuffer()),
      readUntilClosed(service.base, `/api/database/${path}`, init),
    ]);
    const outcomes = Promise.allSettled(answers);
    await delay(1_000);
    const readers = await childrenOf(service.pid);
    const begin = performance.now();
    service.process.kill('SIGTERM');
    await service.exit;
    const seconds = (performance.now() - begin) / 1_000;
    await annotate(
      `${engine}: SIGTERM with ${answers.length + 1} requests that never end: out after ${seconds.toFixed(1)} s with code ${await service.exit}, 0 taken for whole`,
      'F7',
    );
    expect((await outcomes).map(({ status }) => status)).toEqual(answers.map(() => 'rejected'));
    const rest = async () => {
      while ((await stalled?.read())?.done === false);
    };
    await expect(rest()).rejects.toThrow();
    expect(service.log()).toContain('cut off');
    expect(seconds).toBeLessThan(graceMs / 1_000);
    for (const reader of readers)
      await vi.waitFor(async () => expect(await isAlive(reader)).toBe(false), { timeout: 5_000 });
    const busy = async () => Number((await database.rows(zoo.server?.busy ?? 'select 0'))[0]?.[0]);
    await vi.waitFor(async () => expect(await busy()).toBe(0), { timeout: 5_000 });
  });
});
