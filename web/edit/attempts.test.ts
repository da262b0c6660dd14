import { beforeEach, expect, test } from 'vitest';
import { attempts, beginAttempt, endAttempt } from './attempts.ts';

const sent = (...ids: readonly string[]) => ({
  ids,
  changes: ids.map(() => ({ op: 'insert', entity: 'Artist', set: {} }) as const),
});

beforeEach(() => attempts.set([]));

test('changes without an answer are sent again with the same key, even together with other rows', () => {
  const first = beginAttempt(sent('a', 'b'), 'why', 'one');
  expect(beginAttempt(sent('c'), '', 'two').key).toBe('two');
  const again = beginAttempt(sent('b', 'd'), '', 'three');
  expect(again.key).toBe('one');
  expect(again.tries).toEqual([...first.tries, { ...sent('b', 'd'), note: '' }]);
  expect(attempts.get()).toHaveLength(2);
});

test('an answered attempt is forgotten', () => {
  const first = beginAttempt(sent('a'), '', 'one');
  endAttempt(beginAttempt(sent('a'), '', 'two'));
  expect(attempts.get()).toEqual([]);
  expect(beginAttempt(sent('a'), '', 'three').key).toBe('three');
  expect(first.key).toBe('one');
});
