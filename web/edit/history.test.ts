import { expect, test } from 'vitest';
import { undoneSets } from './history.ts';

const set = (id: string, undoes?: string, state: 'done' | 'failed' = 'done') => ({
  id,
  state,
  ...(undoes !== undefined && { undoes }),
});

test('a set is undone while its undo holds', () => {
  expect([...undoneSets([set('b'), set('a')])]).toEqual([]);
  expect([...undoneSets([set('u', 'a'), set('a')])]).toEqual(['a']);
  expect([...undoneSets([set('r', 'u'), set('u', 'a'), set('a')])]).toEqual(['u']);
  expect([...undoneSets([set('w', 'r'), set('r', 'u'), set('u', 'a'), set('a')])].toSorted()).toEqual([
    'a',
    'r',
  ]);
});

test('an undo that did not happen undoes nothing', () =>
  expect([...undoneSets([set('u', 'a', 'failed'), set('a')])]).toEqual([]));
