import { readdirSync } from 'node:fs';
import { constants, getPriority } from 'node:os';
import { expect, test } from 'vitest';
import { parseDatabaseUrl } from '../../url.ts';
import { lowerPriority } from './priority.ts';
import { connect } from './run.ts';

function priorityOf(thread: string): number | null {
  try {
    return getPriority(Number(thread));
  } catch {
    return null; // It has ended in the meantime.
  }
}

test.runIf(process.platform === 'linux')('reader threads have a lower priority', async () => {
  const connection = await connect(parseDatabaseUrl('sqlite://'), {
    poolSize: 1,
    statementTimeoutMs: 60_000,
    poolWaitMs: 60_000,
    onWarning: () => {},
  });
  try {
    expect(await connection.fetch({ sql: "select 'read'", parameters: [], entities: [] })).toEqual(['read']);
    const priorities = readdirSync('/proc/self/task').map(priorityOf);
    expect(priorities).toContain(constants.priority.PRIORITY_BELOW_NORMAL);
  } finally {
    await connection.close();
  }
});

test('an unknown thread is ignored', () => {
  expect(() => lowerPriority(2 ** 31 - 1)).not.toThrow();
});
