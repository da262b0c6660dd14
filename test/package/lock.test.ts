import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { exclusively } from '../../scripts/lock.mjs';
import { temporaryFolder } from '../support/folders.ts';

test('work under a lock does not overlap', async () => {
  const lock = join(await temporaryFolder(), 'lock');
  const events: string[] = [];
  const work = (name: string) =>
    exclusively(lock, async () => {
      events.push(`${name} begins`);
      await turn();
      events.push(`${name} ends`);
    });
  await Promise.all([work('one'), work('two')]);
  expect(events).toEqual(['one begins', 'one ends', 'two begins', 'two ends']);
});

test('a lock is released after work that failed', async () => {
  const lock = join(await temporaryFolder(), 'lock');
  const failing = exclusively(lock, () => Promise.reject(new Error('no luck')));
  await expect(failing).rejects.toThrow('no luck');
  expect(await exclusively(lock, async () => 'done')).toBe('done');
});

test('a lock whose owner is gone is taken over', async () => {
  const lock = join(await temporaryFolder(), 'lock');
  await mkdir(lock);
  // No system assigns a process id this high.
  await writeFile(join(lock, 'owner'), '999999999');
  expect(await exclusively(lock, async () => 'done')).toBe('done');
});
