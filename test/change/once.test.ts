/**
 * A service is killed while it processes a request with an Idempotency-Key: a retry finds the request applied exactly
 * once.
 */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Step } from '../../src/app/change/transaction/steps.ts';
import { startCommand } from '../http/service.ts';
import { temporaryFolder } from '../support/folders.ts';
import { fewOrAll } from '../support/long-run.ts';
import { createDatabase, type LiveEngine } from '../support/servers.ts';

/** The part of an answer that was received. */
interface ReceivedAnswer {
  readonly status: number;
  readonly text: string;
  readonly set: string | null;
}

async function repeatAfter(engine: LiveEngine, step: Step): Promise<void> {
  await using database = await createDatabase(engine);
  await database.run('create table thing (id integer not null primary key, a integer not null)');
  const state = `sqlite:///${join(await temporaryFolder(), 'state.db')}`;
  const start = (environment: Record<string, string> = {}) =>
    startCommand(['--database', database.url, '--edit', '--state', state], environment);
  const send = async (base: string, path: string, body: object): Promise<ReceivedAnswer> => {
    const response = await fetch(`${base}/api/database${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': path },
      body: JSON.stringify(body),
    });
    const set = response.headers.get('link') ?? response.headers.get('location');
    return { status: response.status, text: await response.text(), set };
  };
  const requests: readonly [path: string, body: object][] = [
    ['/tables/thing/add', { id: 1, a: 10 }],
    ['/changes', { changes: [2, 3].map((id) => ({ op: 'insert', entity: 'thing', set: { id, a: 10 } })) }],
  ];
  for (const [path, body] of requests) {
    await using doomed = await start({ JOINERY_TEST_STOP_AT: step });
    await expect(send(doomed.base, path, body)).rejects.toThrow();
    await doomed.exit;
  }
  await using service = await start();
  for (const [path, body] of requests) {
    const answers = await Promise.all([1, 2, 3].map(() => send(service.base, path, body)));
    expect([...new Set(answers.map(({ status, text, set }) => `${status} ${text} ${set}`))]).toHaveLength(1);
    expect(answers[0]).toMatchObject({ status: 201, text: expect.stringContaining('"a":10') });
  }
  expect((await database.rows('select id from thing order by id')).map(([id]) => Number(id))).toEqual([
    1, 2, 3,
  ]);
}

const cases: readonly [LiveEngine, Step][] = [
  ['sqlite', 'begun'],
  ['sqlite', 'intended'],
  ['mysql', 'committed'],
  ['postgres', 'committed'],
];
/** Killed with only the intention on the disk, and with the change there but no answer given. */
const differing = cases.filter(([engine, step]) => step === 'intended' || engine === 'postgres');
test.concurrent.each(fewOrAll(differing, cases))(
  'a retry applies the request exactly once: on %s, killed at the step %s',
  { timeout: 120_000 },
  (engine, step) => repeatAfter(engine, step),
);
