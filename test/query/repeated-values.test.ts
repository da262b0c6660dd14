/** A short request that repeats the same values in hundreds of places is refused before it delays others. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fewOrAll } from '../support/long-run.ts';
import { createDatabase, engines, type TestDatabase } from '../support/servers.ts';
import { type Service, serve } from './service.ts';

const times = <Item>(count: number, make: (index: number) => Item) =>
  Array.from({ length: count }, (_, i) => make(i));
const compared = (name: string, alias: string, value: object) => ({
  func: { name, args: [{ alias }, value] },
});
const anyOf = (entries: readonly object[]) => ({ cond: { with: 'OR', entries } });

const own = [{ id: 'id' }, { id: 'cost' }, { id: 'due' }, { id: 'note' }];

const withParameter = (parameter: object, value: unknown, where: object, more: readonly object[] = []) => ({
  entities: [{ id: 'bill', attributes: [...own, ...more] }],
  parameters: [{ name: 'given', ...parameter }],
  arguments: { given: value },
  where,
});

const ids = { type: 'integer', many: true };
const inIds = (alias = 'id') => compared('IN', alias, { param: 'given' });
const noted = compared('EQ', 'note', { param: 'given' });

/** A field with a list of 9,000 values, used in this many conditions. */
const named = (uses: number, column: string, value: (index: number) => unknown) => ({
  entities: [
    {
      id: 'bill',
      attributes: [
        ...own,
        {
          alias: 'isListed',
          expr: {
            case: [
              {
                when: compared('IN', column, { value: times(9_000, value) }),
                // biome-ignore lint/suspicious/noThenProperty: the document calls it so, and nobody awaits it.
                then: { value: 1 },
              },
            ],
            else: { value: 0 },
          },
        },
      ],
    },
  ],
  where: anyOf(times(uses, () => compared('EQ', 'isListed', { value: 1 }))),
});

const day = (i: number) => new Date(i * 86_400_000).toISOString().slice(0, 10);

describe.each(engines)('repeated values on %s', (engine) => {
  let database: TestDatabase;
  let service: Service;

  beforeAll(async () => {
    database = await createDatabase(engine);
    await database.run(`CREATE TABLE bill (id integer PRIMARY KEY, cost decimal(10, 2), due date, note varchar(40));
      INSERT INTO bill VALUES (1, 1.5, '1970-01-02', 'x1'), (2, 0.25, '1960-01-01', 'none');`);
    service = await serve(database.url);
  });
  afterAll(async () => {
    await service?.close();
    await database?.drop();
  });

  /** The answer, and the longest time during which the event loop was blocked. */
  async function asked(document: object) {
    let isOver = false;
    let longest = 0;
    const others = (async () => {
      for (let last = performance.now(); !isOver; last = performance.now()) {
        await sleep(1);
        longest = Math.max(longest, performance.now() - last);
      }
    })();
    const { status, body } = await service.query(JSON.stringify(document));
    isOver = true;
    await others;
    return { status, body: JSON.parse(body), longest };
  }

  test.each([
    ['conditions', anyOf([inIds(), inIds()]), anyOf(times(900, () => inIds()))],
    [
      'groups of conditions',
      { cond: { with: 'NOT', entries: [inIds()] } },
      anyOf([inIds(), anyOf([inIds(), inIds('cost')])]),
    ],
  ])('count towards the limit at each use of a list parameter in %s', async (_where, few, many) => {
    expect((await asked(withParameter(ids, times(4_000, Number), few))).status).toBe(200);
    const refused = await asked(withParameter(ids, times(4_000, Number), many));
    expect(refused).toMatchObject({ status: 400, body: { pointer: '/arguments/given' } });
    expect(refused.body.detail).toBe('A query compares with at most 10,000 values.');
    expect(refused.longest).toBeLessThan(2_000);
  });

  test('count towards the limit at each use of a long text parameter', async () => {
    const text = 'é'.repeat(400_000);
    expect((await asked(withParameter({ type: 'text' }, text, noted))).status).toBe(200);
    const refused = await asked(withParameter({ type: 'text' }, text, anyOf(times(900, () => noted))));
    expect(refused).toMatchObject({ status: 400, body: { pointer: '/arguments/given' } });
    expect(refused.longest).toBeLessThan(2_000);
  });

  const wholes = ['whole numbers', 'id', Number] as const;
  const texts = ['texts', 'note', (i: number) => `x${i}`] as const;
  const decimals = ['decimals', 'cost', (i: number) => i + 0.5] as const;
  test.each(fewOrAll([wholes, texts], [wholes, decimals, ['days', 'due', day], texts]))(
    'are accepted for few uses of a field with a list of %s, and refused for 900',
    async (_what, column, value) => {
      const few = await asked(named(1, column, value));
      expect(few).toMatchObject({ status: 200, body: { size: { total: column === 'id' ? 2 : 1 } } });
      const refused = await asked(named(900, column, value));
      // As one value it is too long, and as separate parameters they exceed the engine's limit.
      expect([400, 422]).toContain(refused.status);
      expect(refused.longest).toBeLessThan(5_000);
      expect(service.mistakes).toEqual([]);
    },
  );
});
