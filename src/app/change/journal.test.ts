import { expect, test } from 'vitest';
import { temporaryStore } from '../../store/open.ts';
import { Journal } from './journal.ts';
import type { NewSet } from './journal-stored.ts';
import { newSetId } from './set-id.ts';

function newSet(): NewSet {
  return { id: newSetId(), user: null, note: null, at: 0, undoes: null, request: null, seenThen: new Map() };
}

test('the end of a set stands there before a long one may change its rows, whenever the process ends', async () => {
  const store = await temporaryStore();
  const journal = new Journal(store);
  const [short, long, longer] = [newSet(), newSet(), newSet()];
  await journal.intend({ set: short, mark: null, applied: [] }, true);
  journal.end(short.id);
  // It is known by a key, so that it is no line.
  const request = { key: 'k', digest: 'd' };
  await journal.claim({ ...long, request });
  await journal.intend({ set: { ...long, request }, mark: null, applied: [] }, true);
  // Nothing of what the first one knows is written any more.
  expect((await new Journal(store).find(short.id))?.state).toBe('done');

  await journal.intend({ set: longer, mark: null, applied: [] }, true);
  journal.end(longer.id);
  await journal.open(newSet(), null);
  expect((await new Journal(store).find(longer.id))?.state).toBe('done');
  await journal.written();
  await store.close();
});

test('ids are all different', () => {
  const ids = Array.from({ length: 1_000 }, newSetId);
  expect(new Set(ids).size).toBe(1_000);
  expect(ids.every((id) => /^[\w-]{20}$/.test(id))).toBe(true);
});
