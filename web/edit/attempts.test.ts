import { beforeEach, expect, test } from 'vitest';
import { attempts, beginAttempt, endAttempt } from './attempts.ts';

const sent = (...ids: readonly string[]) => ({
  ids,
  changes: ids.map(() => ({ op: 'insert', entity: 'Artist', set: {} }) as const),
});

beforeEach(() => attempts.set([]));

test('what was sent and not answered is sent again under the same key, also with other rows beside it', () => {
  const first = beginAttempt(sent('a', 'b'), 'why', 'one');
  expect(beginAttempt(sent('c'), '', 'two').key).toBe('two');
  const again = beginAttempt(sent('b', 'd'), '', 'three');
  expect(again.key).toBe('one');
  expect(again.tries).toEqual([...first.tries, { ...sent('b', 'd'), note: '' }]);
  expect(attempts.get()).toHaveLength(2);
});

test('what was answered is over', () => {
  const first = beginAttempt(sent('a'), '', 'one');
  endAttempt(beginAttempt(sent('a'), '', 'two'));
  expect(attempts.get()).toEqual([]);
  expect(beginAttempt(sent('a'), '', 'three').key).toBe('three');
  expect(first.key).toBe('one');
});
