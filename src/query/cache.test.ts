import { describe, expect, test } from 'vitest';
import { Cache, type CacheKey, type CacheScope, cacheBounds } from './cache.ts';

const { entries: most, letters: mostLetters } = cacheBounds.requests;

function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, i) => `document ${i}`);
}

function unexpected(): never {
  throw new Error('this was kept');
}

test('a value is computed once', () => {
  const cache = new Cache<number>('requests');
  expect(cache.get(null, 'a', () => 1)).toBe(1);
  expect(cache.get(null, 'a', unexpected)).toBe(1);
  expect(cache.get(null, 'b', () => 2)).toBe(2);
});

test('a failure is not cached', () => {
  const cache = new Cache<number>('requests');
  expect(() => cache.get(null, 'a', unexpected)).toThrow('this was kept');
  expect(cache.get(null, 'a', () => 1)).toBe(1);
});

describe('a full cache', () => {
  test('drops the oldest value', () => {
    const left: string[] = [];
    const cache = new Cache<string>('requests', { onLeave: (value) => left.push(value) });
    for (const name of numbered(most + 1)) cache.keep(null, name, name);
    expect(left).toEqual(['document 0']);
    expect(cache.sizeOf(null).entries).toBe(most);
  });

  test('keeps a used value longer, but not forever', () => {
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

  test('drops an old value rather than the new one, even if all have been used', () => {
    const cache = new Cache<string>('requests');
    for (const name of numbered(most)) cache.keep(null, name, name);
    for (const name of numbered(most)) cache.find(null, name);
    cache.keep(null, 'new', 'new');
    expect(cache.find(null, 'new')).toBe('new');
    expect(cache.find(null, 'document 0')).toBeUndefined();
    expect(cache.sizeOf(null).entries).toBe(most);
  });
});

describe('the size of a cache', () => {
  test('is limited, so that heavy values are dropped before there are many', () => {
    const cache = new Cache<string>('requests', { weigh: (value) => value.length });
    for (const name of numbered(50)) cache.keep(null, name, 'x'.repeat(mostLetters / 10));
    const { entries, letters } = cache.sizeOf(null);
    expect(entries).toBe(9);
    expect(letters).toBeLessThanOrEqual(mostLetters);
  });

  test('excludes a value that would take most of it, which is reported', () => {
    const left: string[] = [];
    const cache = new Cache<string>('requests', { onLeave: (value) => left.push(value) });
    cache.keep(null, 'small', 'small');
    cache.keep(null, 'x'.repeat(mostLetters / 2), 'large');
    expect(left).toEqual(['large']);
    expect(cache.sizeOf(null)).toEqual({ entries: 1, letters: 'small'.length });
  });

  test('does not include replaced, forgotten or cleared values, each of which is released once', () => {
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
    ['another user', scope(1, 'bob')],
    ['a user whose name merges with the document', scope(1, 'ann d')],
    ['a user without a name', scope(1, '')],
    ['another database', scope(1, 'ann', {})],
    ['a newer reading of the schema', scope(2, 'ann')],
    ['a request without a schema', null],
  ])('a value is not given to %s', (_, other) => {
    const cache = new Cache<string>('plans');
    cache.keep(scope(1, 'ann'), 'd document', 'secret');
    expect(cache.find(scope(1, 'ann'), 'd document')).toBe('secret');
    expect(cache.find(other, 'd document')).toBeUndefined();
    expect(cache.find(other, 'document')).toBeUndefined();
  });

  test('a newer reading of the schema releases everything from the older one', () => {
    const cache = new Cache<string>('plans');
    for (const name of numbered(10)) cache.keep(scope(1, 'ann'), name, name);
    cache.keep(scope(2, 'bob'), 'new', 'new');
    expect(cache.sizeOf(source).entries).toBe(1);
  });

  test('a request with the older reading neither finds nor stores anything', () => {
    const cache = new Cache<string>('plans');
    cache.keep(scope(2, 'ann'), 'a', 'new');
    expect(cache.get(scope(1, 'ann'), 'a', () => 'old')).toBe('old');
    expect(cache.find(scope(2, 'ann'), 'a')).toBe('new');
    expect(cache.sizeOf(source).entries).toBe(1);
  });

  test('the limit applies to all users together', () => {
    const cache = new Cache<string>('plans');
    const { entries } = cacheBounds.plans;
    for (let i = 0; i < 2 * entries; i++) cache.keep(scope(1, `user ${i}`), 'the same', 'value');
    expect(cache.sizeOf(source).entries).toBe(entries);
  });
});
