import { expect, test } from 'vitest';
import { mergeRecent, withRecent } from './recent.ts';

const query = (code: string, work: string, at = 0) => ({ code, title: `title of ${code}`, at, work });
const codes = (...steps: readonly ReturnType<typeof query>[]) =>
  steps.reduce<ReturnType<typeof withRecent>>(withRecent, []).map(({ code }) => code);

test('only the last query of a session of work is kept', () =>
  expect(codes(query('a', '1'), query('b', '1'), query('c', '1'))).toEqual(['c']));

test('queries of other work are kept', () =>
  expect(codes(query('a', '1'), query('b', '2'))).toEqual(['b', 'a']));

test('an earlier query moves to the front and belongs to the current work', () =>
  expect(codes(query('a', '1'), query('b', '2'), query('a', '3'), query('c', '3'))).toEqual(['c', 'a', 'b']));

test('queries with the same title are one query with the newer link', () => {
  const newer = { ...query('a2', '2', 5), title: 'title of a' };
  expect(withRecent([query('a', '1')], newer)).toEqual([{ ...query('a2', '1', 5), title: 'title of a' }]);
});

test('the oldest query is dropped when there are more than twelve', () => {
  const many = Array.from({ length: 15 }, (_, i) => query(String(i), String(i)));
  expect(codes(...many)).toHaveLength(12);
  expect(codes(...many)[0]).toBe('14');
});

test('the queries of two browsers are merged, each once, with the newest first', () => {
  const mine = [query('b', '1', 5), query('a', '2', 1)];
  const theirs = [query('c', '3', 9), query('a', '4', 7)];
  expect(mergeRecent(mine, theirs).map(({ code, at }) => [code, at])).toEqual([
    ['c', 9],
    ['a', 7],
    ['b', 5],
  ]);
  expect(mergeRecent(mine, [query('a', '2', 1)])).toBe(mine);
});
