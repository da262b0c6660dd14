/** A short request that repeats the same values in hundreds of places is refused before the engine is asked. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fewOrAll } from '../support/long-run.ts';
import { createDatabase, type Engine, engines, type TestDatabase } from '../support/servers.ts';
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

const tooLong = 'The values of this query are too long, each counted wherever it is used.';
const tooMany = 'The database refused: it cannot take so many values at once.';

/** The columns whose listed values are sent as one; those of others are sent as a parameter each. */
const oneValue: Record<Engine, readonly string[]> = {
  sqlite: ['id', 'note'],
  postgres: ['id', 'cost', 'due', 'note'],
  mysql: ['id'],
  duckdb: ['id', 'cost', 'due', 'note'],
};

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

  async function asked(document: object) {
    const { status, body } = await service.query(JSON.stringify(document));
    return { status, body: JSON.parse(body) };
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
    const detail = 'A query compares with at most 10,000 values.';
    expect(refused).toMatchObject({ status: 400, body: { pointer: '/arguments/given', detail } });
  });

  test('count towards the limit at each use of a long text parameter', async () => {
    const text = 'é'.repeat(400_000);
    expect((await asked(withParameter({ type: 'text' }, text, noted))).status).toBe(200);
    const refused = await asked(withParameter({ type: 'text' }, text, anyOf(times(900, () => noted))));
    const body = { pointer: '/arguments/given', detail: tooLong };
    expect(refused).toMatchObject({ status: 400, body });
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
      expect(refused).toMatchObject(
        oneValue[engine].includes(column)
          ? { status: 400, body: { detail: tooLong } }
          : { status: 422, body: { detail: tooMany } },
      );
      expect(service.mistakes).toEqual([]);
    },
  );
});
