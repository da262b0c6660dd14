import { expect, test } from 'vitest';
import { temporaryStore } from '../../store/open.ts';
import { Audit } from './audit.ts';
import type { Appender } from './thread.ts';

const deed = {
  user: 'ann',
  via: 'session',
  action: 'read',
  entities: ['t'],
  rows: 1,
  address: '127.0.0.1',
} as const;

async function numbersIn(audit: Audit): Promise<number[]> {
  const seqs: number[] = [];
  for await (const line of audit.lines()) seqs.push(JSON.parse(line).seq);
  return seqs;
}

test('entries are written without the thread until it is ready', async () => {
  const store = await temporaryStore();
  const given: number[] = [];
  const thread: Appender & { isReady: boolean } = {
    isReady: false,
    isLost: false,
    async append(noted) {
      given.push(noted.length);
    },
    async close() {},
  };
  const audit = new Audit(
    store,
    () => {},
    null,
    () => thread,
  );
  for (let i = 0; i < 40; i++) audit.note(deed);
  await audit.settled();
  expect(given).toEqual([]);
  expect(await numbersIn(audit)).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
  thread.isReady = true;
  audit.note(deed);
  await audit.settled();
  expect(given).toEqual([1]);
  await audit.close();
  await store.close();
});

test('switching to the thread leaves no gap between entries', async () => {
  const store = await temporaryStore();
  const warnings: string[] = [];
  const audit = new Audit(store, (message) => warnings.push(message));
  let noted = 0;
  for (const end = Date.now() + 1_500; Date.now() < end; ) {
    for (let i = 0; i < 20; i++) audit.note(deed);
    noted += 20;
    await audit.settled();
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  expect(await numbersIn(audit)).toEqual(Array.from({ length: noted }, (_, i) => i + 1));
  await audit.close();
  await store.close();
  expect(warnings).toEqual([]);
});
