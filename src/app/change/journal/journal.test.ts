import { expect, test, vi } from 'vitest';
import { temporaryStore } from '../../../store/open.ts';
import { Journal } from './journal.ts';
import { newSetId } from './set-id.ts';
import type { NewSet } from './stored.ts';

function newSet(): NewSet {
  return {
    id: newSetId(),
    user: null,
    note: null,
    at: 0,
    undoes: null,
    request: null,
    pastVisibility: new Map(),
  };
}

test('the end of a set is stored before a long set begins', async () => {
  const store = await temporaryStore();
  const journal = new Journal(store);
  const [short, long, longer] = [newSet(), newSet(), newSet()];
  await journal.recordIntent({ set: short, mark: null, applied: [], reply: null }, true);
  journal.end(short.id);
  // It has an idempotency key, and so is not a line.
  const request = { key: 'k', digest: 'd' };
  await journal.claim({ ...long, request });
  await journal.recordIntent({ set: { ...long, request }, mark: null, applied: [], reply: null }, true);
  // From here on, the first journal writes nothing more.
  expect((await new Journal(store).find(short.id))?.state).toBe('done');

  await journal.recordIntent({ set: longer, mark: null, applied: [], reply: null }, true);
  journal.end(longer.id);
  await journal.open(newSet(), null);
  expect((await new Journal(store).find(longer.id))?.state).toBe('done');
  await journal.written();
  await store.close();
});

test('a request of a silent process is taken over, and can no longer commit', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const store = await temporaryStore();
  const [first, second] = [new Journal(store), new Journal(store)];
  const request = { key: 'k', digest: 'd' };
  const set = { ...newSet(), request };
  expect([await first.claim(set), await second.claim({ ...newSet(), request })]).toEqual([true, false]);
  vi.advanceTimersByTime(4_000);
  await first.claims.renew(set.id);
  vi.advanceTimersByTime(4_000);
  expect(await second.claims.take(set.id)).toBe(false);
  vi.advanceTimersByTime(2_000);
  expect(await second.claims.take(set.id)).toBe(true);
  const late = { name: 'Problem', kind: 'overloaded' };
  const intent = { set, mark: null, applied: [], reply: null };
  await expect(first.recordIntent(intent, true)).rejects.toMatchObject(late);
  await expect(first.conclude(set, null)).rejects.toMatchObject(late);
  // It has failed, so the key is free for the repetition.
  await second.settle(set.id, 'failed');
  await second.release(set.id);
  expect(await second.claim({ ...newSet(), request })).toBe(true);
  await store.close();
  vi.useRealTimers();
});

test('ids are unique', () => {
  const ids = Array.from({ length: 1_000 }, newSetId);
  expect(new Set(ids).size).toBe(1_000);
  expect(ids.every((id) => /^[\w-]{20}$/.test(id))).toBe(true);
});
