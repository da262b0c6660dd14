/** A service that is killed at a step of a change set: all or nothing, and the journal knows which. */
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Step } from '../../src/app/change/transaction/steps.ts';
import { startCommand } from '../http/service.ts';
import { temporaryFolder } from '../support/folders.ts';
import { createDatabase, type LiveEngine } from '../support/servers.ts';

/** The steps after the commit. */
const committed: ReadonlySet<Step> = new Set(['committed', 'settled']);

export async function killAt(engine: LiveEngine, steps: readonly Step[], rows: number): Promise<void> {
  await using database = await createDatabase(engine);
  await database.run('create table thing (id integer not null primary key, a integer not null)');
  await database.run(
    `insert into thing values ${Array.from({ length: rows }, (_, i) => `(${i}, 0)`).join(', ')}`,
  );
  const state = `sqlite:///${join(await temporaryFolder(), 'state.db')}`;
  const start = (stopAt?: Step) =>
    startCommand(
      ['--database', database.url, '--edit', '--state', state],
      stopAt ? { JOINERY_TEST_STOP_AT: stopAt } : {},
    );
  const changes = Array.from({ length: rows }, (_, id) => ({
    op: 'update',
    entity: 'thing',
    key: { id },
    set: { a: 1 },
    expect: { a: 0 },
  }));
  await using running = new AsyncDisposableStack();
  let doomed = running.use(await start(steps[0]));
  for (const [i, step] of steps.entries()) {
    const sent = fetch(`${doomed.base}/api/database/changes`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ note: step, changes }),
    });
    await expect(sent).rejects.toThrow();
    await doomed.exit;
    // After a commit the undo would stop at the next step, too, so this service is not doomed. Otherwise the service
    // that reports how this step ended is the next one to be killed.
    const service = running.use(await start(committed.has(step) ? undefined : steps[i + 1]));
    // biome-ignore lint/suspicious/noExplicitAny: answers of several shapes
    const ask = async (path: string, init?: RequestInit): Promise<any> =>
      (await fetch(`${service.base}/api/database${path}`, init)).json();
    const [[sum] = []] = await database.rows('select sum(a) from thing');
    const history = (await ask('/changes')).changes.filter(({ note }: { note: string }) => note === step);
    const states = history.map(({ state: told }: { state: string }) => told);
    expect([step, Number(sum), states]).toEqual(
      committed.has(step) ? [step, rows, ['done']] : [step, 0, step === 'intended' ? ['failed'] : []],
    );
    doomed = service;
    if (!committed.has(step)) continue;
    expect((await ask(`/changes/${history[0].id}/undo`, { method: 'POST' })).state).toBe('done');
    expect(await database.rows('select sum(a) from thing').then(([row]) => Number(row?.[0]))).toBe(0);
    await service.stop();
    const next = steps[i + 1];
    if (next !== undefined) doomed = running.use(await start(next));
  }
}
