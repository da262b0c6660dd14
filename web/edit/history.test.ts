import { expect, test } from 'vitest';
import { undoneSets } from './history.ts';

const set = (id: string, undoes?: string, state: 'done' | 'failed' = 'done') => ({
  id,
  state,
  ...(undoes !== undefined && { undoes }),
});

test('a change set counts as undone until its undo is undone', () => {
  expect([...undoneSets([set('b'), set('a')])]).toEqual([]);
  expect([...undoneSets([set('u', 'a'), set('a')])]).toEqual(['a']);
  expect([...undoneSets([set('r', 'u'), set('u', 'a'), set('a')])]).toEqual(['u']);
  expect([...undoneSets([set('w', 'r'), set('r', 'u'), set('u', 'a'), set('a')])].toSorted()).toEqual([
    'a',
    'r',
  ]);
});

test('a failed undo has no effect', () =>
  expect([...undoneSets([set('u', 'a', 'failed'), set('a')])]).toEqual([]));
