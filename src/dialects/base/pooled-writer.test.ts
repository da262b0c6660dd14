import { describe, expect, test } from 'vitest';
import { RolledBack, type StepDone, TransactionOver, type WriteStep } from '../writer.ts';
import { PooledWriter, WriteSession } from './pooled-writer.ts';

/** Records its commands; those given here fail. */
class FakeSession extends WriteSession {
  readonly told: string[] = [];
  readonly #failures: ReadonlyMap<string, Error>;

  constructor(failures: ReadonlyMap<string, Error>) {
    super();
    this.#failures = failures;
  }

  async runBatch(steps: readonly WriteStep[]): Promise<readonly StepDone[]> {
    for (const sql of [...this.takeDeferred(), ...steps.map((step) => step.sql)]) this.#tell(sql);
    return steps.map(() => ({ rows: [], counts: [1] }));
  }

  protected async sent(sql: string, before: readonly string[]): Promise<void> {
    for (const one of [...before, sql]) this.#tell(one);
  }

  drop(): void {
    this.isEnded = true;
  }

  async end(): Promise<void> {
    this.isEnded = true;
  }

  #tell(sql: string): void {
    this.told.push(sql);
    const failure = this.#failures.get(sql);
    if (failure !== undefined) throw failure;
  }
}

function writerOn(failures: Record<string, Error>) {
  const session = new FakeSession(new Map(Object.entries(failures)));
  const options = { poolSize: 1, statementTimeoutMs: 1_000, waitMs: 1_000, onWarning: () => {} };
  const writer = new PooledWriter(async () => session, { begin: 'begin', checkDeferred: null }, options);
  return { session, writer };
}

describe('a part of a transaction that cannot be rolled back alone', () => {
  const deadlock = new RolledBack('deadlock');
  const failures = { odd: deadlock, 'rollback to savepoint joinery_0': new Error('there is none') };

  test('ends the whole transaction: the engine gets no more statements, and later ones fail', async () => {
    const { session, writer } = writerOn(failures);
    const after: unknown[] = [];
    const done = writer.transact(async (transaction) => {
      await transaction.run('first', [[]]);
      await transaction
        .attempt(() => transaction.run('odd', [[]]))
        .catch((error: unknown) => after.push(error));
      await transaction.run('later', [[]]).catch((error: unknown) => after.push(error));
      await transaction.attempt(async () => {}).catch((error: unknown) => after.push(error));
    });
    await expect(done).rejects.toBe(deadlock);
    expect(after.map((error) => error instanceof TransactionOver)).toEqual([true, true, true]);
    expect(session.told).toEqual([
      'begin',
      'first',
      'savepoint joinery_0',
      'odd',
      'rollback to savepoint joinery_0',
      'rollback',
    ]);
  });

  test('ends the parts around it, too', async () => {
    const { session, writer } = writerOn({
      odd: deadlock,
      'rollback to savepoint joinery_1': new Error('none'),
    });
    const done = writer.transact((transaction) =>
      transaction.attempt(async () => {
        await transaction.attempt(() => transaction.run('odd', [[]])).catch(() => {});
      }),
    );
    await expect(done).rejects.toBe(deadlock);
    expect(session.told.filter((sql) => /^(rollback to|commit)/.test(sql))).toEqual([
      'rollback to savepoint joinery_1',
    ]);
  });
});
