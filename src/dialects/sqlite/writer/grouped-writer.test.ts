import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/support/folders.ts';
import { type StatementStart, statementChannel } from '../../base/trace.ts';
import { parseDatabaseUrl } from '../../url.ts';
import type { WriteTransaction } from '../../writer.ts';
import { openWriter } from './session.ts';

test('transactions of one turn of the event loop share one commit, even if one of them is refused', async () => {
  const path = join(await temporaryFolder(), 'grouped.db');
  const file = new Sqlite(path);
  // Short works run on the main thread only with a log.
  file.exec('pragma journal_mode = wal; create table t (a integer check (a <> 3))');
  const options = { poolSize: 1, statementTimeoutMs: 10_000, waitMs: 10_000, onWarning: () => {} };
  const writer = await openWriter(parseDatabaseUrl(`sqlite:///${path}`), options);
  const told: string[] = [];
  const listen = (message: unknown) => told.push((message as StatementStart).sql);
  subscribe(statementChannel, listen);
  const insert = (a: number) => async (transaction: WriteTransaction) => {
    await transaction.run('insert into t values (?)', [[a]]);
    return a;
  };
  const works = Array.from({ length: 5 }, (_, a) => {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    // As with requests: each arrives separately, and its synchronous part finishes before the next arrives.
    setImmediate(() => writer.transact(insert(a), { isShort: () => true }).then(resolve, reject));
    return promise;
  });
  const outcomes = await Promise.allSettled(works);
  unsubscribe(statementChannel, listen);
  expect(outcomes.map((one) => (one.status === 'fulfilled' ? one.value : 'refused'))).toEqual([
    0,
    1,
    2,
    'refused',
    4,
  ]);
  expect(told.filter((sql) => sql === 'commit')).toHaveLength(1);
  expect(file.prepare('select a from t').pluck().all()).toEqual([0, 1, 2, 4]);
  await writer.close();
  file.close();
});

test('statements that were sent before a rollback by the engine was noticed are not committed', async () => {
  const path = join(await temporaryFolder(), 'ended.db');
  const file = new Sqlite(path);
  file.exec(
    `create table t (a integer); create trigger r before insert on t when new.a = 2 begin select raise(rollback, 'no'); end`,
  );
  const options = { poolSize: 1, statementTimeoutMs: 10_000, waitMs: 10_000, onWarning: () => {} };
  const writer = await openWriter(parseDatabaseUrl(`sqlite:///${path}`), options);
  const insert = (transaction: WriteTransaction, a: number) =>
    transaction.run('insert into t values (?)', [[a]]);
  const ended = writer.transact((transaction) =>
    // None waits for the previous one.
    Promise.all([1, 2, 3].map((a) => insert(transaction, a))),
  );
  await expect(ended).rejects.toMatchObject({ name: 'Refused' });
  expect(await writer.transact((transaction) => insert(transaction, 4))).toEqual([1]);
  expect(file.prepare('select a from t').pluck().all()).toEqual([4]);
  await writer.close();
  file.close();
});
