import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import { Crew } from './crew.ts';

test('closing a crew lets running work finish, and refuses new work', async () => {
  const instance = await DuckDBInstance.create(':memory:');
  const crew = await Crew.of(instance, 2);
  const long = 'select count(*)::integer from range(20000) a, range(20000) b where a.range + b.range = 7';
  const answer = crew.with(async (connection) => (await connection.runAndReadAll(long)).getRows());
  const failure = crew.with(() => Promise.reject(new Error('no room')));
  const waiting = crew.with(async () => 'done');
  const turnedAway = crew.with(async () => 'done');
  await expect(failure).rejects.toThrow('no room');
  await crew.close();
  instance.closeSync();
  expect(await answer).toEqual([[8]]);
  await Promise.allSettled([waiting, turnedAway]);
  await expect(crew.with(async () => 'done')).rejects.toThrow('has failed');
});
