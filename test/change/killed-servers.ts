/**
 * A database server, of the data or of the state store, that is killed at a step of a change set: all or nothing, and
 * the journal knows which.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Step } from '../../src/app/change/transaction/steps.ts';
import { type RunningCommand, startCommand } from '../http/service.ts';
import type { ServerEngine } from '../support/engines.ts';
import { temporaryFolder } from '../support/folders.ts';
import { createDatabase, type LiveDatabase, startServer, type TestServer } from '../support/servers.ts';

/** The server to kill. */
export type Victim = 'database' | 'store';

/** The client's answer, whether the change was applied, and the journal's later state. */
interface Outcome {
  readonly status: number;
  readonly isDone: boolean;
  readonly journalStates: readonly string[];
}

const nothingApplied: Outcome = { status: 503, isDone: false, journalStates: [] };
/** The connection breaks during COMMIT, and the server later reports that nothing was committed. */
const unknownOutcome: Outcome = { status: 503, isDone: false, journalStates: ['failed'] };
const everythingApplied: Outcome = { status: 201, isDone: true, journalStates: ['done'] };

/**
 * A database that dies before COMMIT has applied nothing, afterwards everything; during COMMIT the outcome is unknown
 * at first. Without its store no set begins, but one that is already recorded is completed.
 */
const outcomes: Readonly<Record<Victim, Readonly<Record<Step, Outcome>>>> = {
  database: {
    begun: nothingApplied,
    written: unknownOutcome,
    intended: unknownOutcome,
    committed: everythingApplied,
    settled: everythingApplied,
  },
  store: {
    begun: nothingApplied,
    written: nothingApplied,
    intended: everythingApplied,
    committed: everythingApplied,
    settled: everythingApplied,
  },
};

export async function killServerAt(
  engine: ServerEngine,
  victim: Victim,
  steps: readonly Step[],
  rows: number,
): Promise<void> {
  await using server = await startServer(engine);
  await using doomed = await server.createDatabase();
  await using other = await createDatabase('sqlite');
  const database = victim === 'database' ? doomed : other;
  const file = `sqlite:///${join(await temporaryFolder(), 'state.db')}`;
  const args = ['--database', database.url, '--edit', '--state', victim === 'store' ? doomed.url : file];
  await database.run('create table thing (id integer not null primary key, a integer not null)');
  await database.run(
    `insert into thing values ${Array.from({ length: rows }, (_, i) => `(${i}, 0)`).join(', ')}`,
  );
  for (const step of steps) {
    const { status: answered, sum } = await killedAt(server, args, step, database, rows);
    await using service = await startCommand(args);
    const sets = (await ask(service, '/changes')).changes.filter(
      ({ note }: { note: string }) => note === step,
    );
    const states = sets.map(({ state }: { state: string }) => state);
    const { status, isDone, journalStates: expected } = outcomes[victim][step];
    expect([step, answered, sum, states]).toEqual([step, status, isDone ? rows : 0, expected]);
    if (!isDone) continue;
    expect((await ask(service, `/changes/${sets[0].id}/undo`, { method: 'POST' })).state).toBe('done');
    expect(await sumOf(database)).toBe(0);
  }
}

/** The client's answer, and the sum of all rows after everything was restarted. */
async function killedAt(
  server: TestServer,
  args: readonly string[],
  step: Step,
  database: LiveDatabase,
  rows: number,
): Promise<{ status: number; sum: number }> {
  await using service = await startCommand(args, { JOINERY_TEST_HOLD_AT: step });
  const changes = Array.from({ length: rows }, (_, id) => {
    return { op: 'update', entity: 'thing', key: { id }, set: { a: 1 }, expect: { a: 0 } };
  });
  const answer = fetch(`${service.base}/api/database/changes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ note: step, changes }),
  });
  await held(service.pid);
  await server.kill();
  service.process.kill('SIGCONT');
  const { status } = await answer;
  await server.start();
  return { status, sum: await sumOf(database) };
}

/** Resolves when the process has stopped itself. */
async function held(pid: number): Promise<void> {
  for (;;) {
    const [, state] = /\) (\w)/.exec(await readFile(`/proc/${pid}/stat`, 'utf8')) ?? [];
    if (state === 'T') return;
    await delay(20);
  }
}

// biome-ignore lint/suspicious/noExplicitAny: answers of several shapes
async function ask(service: RunningCommand, path: string, init?: RequestInit): Promise<any> {
  return (await fetch(`${service.base}/api/database${path}`, init)).json();
}

async function sumOf(database: LiveDatabase): Promise<number> {
  const [[sum] = []] = await database.rows('select sum(a) from thing');
  return Number(sum);
}
