import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import { ConnectionPool } from './connection-pool.ts';

test('closing a crew lets running work finish, and refuses new work', async () => {
  const instance = await DuckDBInstance.create(':memory:');
  const connections = await ConnectionPool.of(instance, 2);
  const long = 'select count(*)::integer from range(20000) a, range(20000) b where a.range + b.range = 7';
  const answer = connections.run(async (connection) => (await connection.runAndReadAll(long)).getRows());
  const failure = connections.run(() => Promise.reject(new Error('no room')));
  const waiting = connections.run(async () => 'done');
  const turnedAway = connections.run(async () => 'done');
  await expect(failure).rejects.toThrow('no room');
  await connections.close();
  instance.closeSync();
  expect(await answer).toEqual([[8]]);
  await Promise.allSettled([waiting, turnedAway]);
  await expect(connections.run(async () => 'done')).rejects.toThrow('has failed');
});
