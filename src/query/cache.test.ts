import { describe, expect, test } from 'vitest';
import { Cache, type CacheKey, type CacheScope, cacheBounds } from './cache.ts';

const { entries: most, letters: mostLetters } = cacheBounds.requests;

function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, i) => `document ${i}`);
}

function unexpected(): never {
  throw new Error('this was kept');
}

test('a value is made once', () => {
  const cache = new Cache<number>('requests');
  expect(cache.get(null, 'a', () => 1)).toBe(1);
  expect(cache.get(null, 'a', unexpected)).toBe(1);
  expect(cache.get(null, 'b', () => 2)).toBe(2);
});

test('a failure is not kept', () => {
  const cache = new Cache<number>('requests');
  expect(() => cache.get(null, 'a', unexpected)).toThrow('this was kept');
  expect(cache.get(null, 'a', () => 1)).toBe(1);
});

describe('when there are too many', () => {
  test('the oldest leaves', () => {
    const left: string[] = [];
    const cache = new Cache<string>('requests', { onLeave: (value) => left.push(value) });
    for (const name of numbered(most + 1)) cache.keep(null, name, name);
    expect(left).toEqual(['document 0']);
    expect(cache.sizeOf(null).entries).toBe(most);
  });

  test('what was used since stays longer, and not for ever', () => {
    const left: string[] = [];
    const cache = new Cache<string>('requests', { onLeave: (value) => left.push(value) });
    for (const name of numbered(most)) cache.keep(null, name, name);
    cache.find(null, 'document 0');
    cache.keep(null, 'one', 'one');
    expect(left).toEqual(['document 1']);
    for (let i = 0; i < most; i++) cache.keep(null, `more ${i}`, `more ${i}`);
    expect(left).toContain('document 0');
    expect(cache.sizeOf(null).entries).toBe(most);
  });

  test('all of them used: one leaves, and not the one that has come', () => {
    const cache = new Cache<string>('requests');
    for (const name of numbered(most)) cache.keep(null, name, name);
    for (const name of numbered(most)) cache.find(null, name);
    cache.keep(null, 'new', 'new');
    expect(cache.find(null, 'new')).toBe('new');
    expect(cache.find(null, 'document 0')).toBeUndefined();
    expect(cache.sizeOf(null).entries).toBe(most);
  });
});

describe('size', () => {
  test('heavy values leave before they are many', () => {
    const cache = new Cache<string>('requests', { weigh: (value) => value.length });
    for (const name of numbered(50)) cache.keep(null, name, 'x'.repeat(mostLetters / 10));
    const { entries, letters } = cache.sizeOf(null);
    expect(entries).toBe(9);
    expect(letters).toBeLessThanOrEqual(mostLetters);
  });

  test('one that would take most of the room is not kept, and told about', () => {
    const left: string[] = [];
    const cache = new Cache<string>('requests', { onLeave: (value) => left.push(value) });
    cache.keep(null, 'small', 'small');
    cache.keep(null, 'x'.repeat(mostLetters / 2), 'large');
    expect(left).toEqual(['large']);
    expect(cache.sizeOf(null)).toEqual({ entries: 1, letters: 'small'.length });
  });

  test('what is replaced, forgotten or cleared is given up once and counts no more', () => {
    const left: string[] = [];
    const cache = new Cache<string>('requests', { onLeave: (value) => left.push(value) });
    cache.keep(null, 'a', 'first');
    cache.keep(null, 'a', 'second');
    cache.keep(null, 'b', 'third');
    cache.forget(null, 'a');
    cache.forget(null, 'a');
    cache.clear();
    expect(left).toEqual(['first', 'second', 'third']);
    expect(cache.sizeOf(null)).toEqual({ entries: 0, letters: 0 });
  });
});

describe('scopes', () => {
  const source = {};
  const scope = (generation: number, principal: string, of: object = source): CacheScope => ({
    source: of,
    generation,
    principal: principal as CacheKey, // Any string will do here.
  });

  test.each<[string, CacheScope | null]>([
    ['another person', scope(1, 'bob')],
    ['a person whose name runs into the document', scope(1, 'ann d')],
    ['nobody', scope(1, '')],
    ['another database', scope(1, 'ann', {})],
    ['a newer reading of the schema', scope(2, 'ann')],
    ['what depends on no schema', null],
  ])('a value is not given to %s', (_, other) => {
    const cache = new Cache<string>('plans');
    cache.keep(scope(1, 'ann'), 'd document', 'secret');
    expect(cache.find(scope(1, 'ann'), 'd document')).toBe('secret');
    expect(cache.find(other, 'd document')).toBeUndefined();
    expect(cache.find(other, 'document')).toBeUndefined();
  });

  test('a newer reading of the schema lets go of all that was made from the older one', () => {
    const cache = new Cache<string>('plans');
    for (const name of numbered(10)) cache.keep(scope(1, 'ann'), name, name);
    cache.keep(scope(2, 'bob'), 'new', 'new');
    expect(cache.sizeOf(source).entries).toBe(1);
  });

  test('a request that still works with the older reading neither finds nor leaves anything', () => {
    const cache = new Cache<string>('plans');
    cache.keep(scope(2, 'ann'), 'a', 'new');
    expect(cache.get(scope(1, 'ann'), 'a', () => 'old')).toBe('old');
    expect(cache.find(scope(2, 'ann'), 'a')).toBe('new');
    expect(cache.sizeOf(source).entries).toBe(1);
  });

  test('the bound is one for all who ask', () => {
    const cache = new Cache<string>('plans');
    const { entries } = cacheBounds.plans;
    for (let i = 0; i < 2 * entries; i++) cache.keep(scope(1, `user ${i}`), 'the same', 'value');
    expect(cache.sizeOf(source).entries).toBe(entries);
  });
});
