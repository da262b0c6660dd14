import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type RequestedKeys, RowGathering } from './row-gathering.ts';
import type { RowOf } from './store.ts';

type Sessions = readonly NonNullable<RowOf<'sessions'>>[];

/** A gathering whose looks the test answers. */
class Desk {
  /** The keys of each look so far. */
  readonly looks: string[][] = [];
  readonly wanted: RequestedKeys[] = [];
  readonly #under: PromiseWithResolvers<Sessions>[] = [];
  readonly gathering = new RowGathering((wanted) => {
    this.wanted.push(wanted);
    this.looks.push([...(wanted.get('sessions') ?? [])]);
    const look = Promise.withResolvers<Sessions>();
    this.#under.push(look);
    return look.promise.then((rows) => new Map([['sessions', rows]]));
  });

  ask(...keys: readonly string[]) {
    return keys.map((key) => this.gathering.row('sessions', key).then((row) => row?.digest));
  }

  /** Answers the current look with rows for all keys but "none". */
  async answer(): Promise<void> {
    const keys = this.looks.at(-1) ?? [];
    const rows = keys.filter((key) => key !== 'none').map((digest) => ({ digest }));
    this.#under.pop()?.resolve(rows as unknown as Sessions);
    await turn();
  }

  async fail(): Promise<void> {
    this.#under.pop()?.reject(new Error('away'));
    await turn();
  }
}

const turn = () => new Promise((resolve) => setImmediate(resolve));
const crowd = [...'abcdefgh'];

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => vi.useRealTimers());

test('lookups of one turn share a query, and each gets the row of its own key', async () => {
  const desk = new Desk();
  const asked = desk.ask('a', 'b', 'a', 'none');
  await turn();
  expect(desk.looks).toEqual([['a', 'b', 'none']]);
  await desk.answer();
  expect(await Promise.all(asked)).toEqual(['a', 'b', 'a', undefined]);
});

test('rows of several tables are requested in one query', async () => {
  const desk = new Desk();
  const [session] = desk.ask('a');
  const head = desk.gathering.row('policy_heads', 'policy');
  await turn();
  expect(desk.wanted).toEqual([
    new Map([
      ['sessions', ['a']],
      ['policy_heads', ['policy']],
    ]),
  ]);
  await desk.answer();
  expect(await session).toBe('a');
  expect(await head).toBeUndefined();
});

test('no lookup joins a query that has begun, even for the same key', async () => {
  const desk = new Desk();
  const [first] = desk.ask('a');
  await turn();
  const [later] = desk.ask('a');
  await turn();
  expect(desk.looks).toEqual([['a']]);
  await desk.answer();
  expect(await first).toBe('a');
  expect(desk.looks).toEqual([['a'], ['a']]);
  await desk.answer();
  expect(await later).toBe('a');
});

test('a failing query fails only the lookups that share it', async () => {
  const desk = new Desk();
  const failed = Promise.allSettled(desk.ask('a', 'b'));
  await turn();
  const later = desk.ask('c');
  await desk.fail();
  expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await desk.answer();
  expect(await Promise.all(later)).toEqual(['c']);
});

test('after a crowd, lookups wait until as many have asked again', async () => {
  const desk = new Desk();
  desk.ask(...crowd);
  await turn();
  await desk.answer();
  for (const key of crowd.slice(1)) {
    desk.ask(key);
    await turn();
  }
  expect(desk.looks).toHaveLength(1);
  desk.ask('z');
  await turn();
  expect(desk.looks).toEqual([crowd, [...crowd.slice(1), 'z']]);
});

test('the wait for a crowd lasts only a moment', async () => {
  const desk = new Desk();
  desk.ask(...crowd);
  await turn();
  await desk.answer();
  desk.ask('a');
  await turn();
  expect(desk.looks).toHaveLength(1);
  vi.advanceTimersByTime(2);
  await turn();
  expect(desk.looks).toEqual([crowd, ['a']]);
  await desk.answer();
  // The look before had one caller, so this one does not wait.
  desk.ask('b');
  await turn();
  expect(desk.looks).toEqual([crowd, ['a'], ['b']]);
});

test('after a crowd that does not return, a single lookup does not wait', async () => {
  const desk = new Desk();
  desk.ask(...crowd);
  await turn();
  await desk.answer();
  vi.advanceTimersByTime(2);
  desk.ask('a');
  await turn();
  expect(desk.looks).toEqual([crowd, ['a']]);
});
