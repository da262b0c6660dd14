/**
 * Values of composite types on PostgreSQL, where IS NULL looks at their fields: a value whose fields are all null is
 * still a value.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Service, serve } from '../../query/service.ts';
import { createDatabase, type TestDatabase } from '../../support/servers.ts';

let database: TestDatabase;
let service: Service;
beforeAll(async () => {
  database = await createDatabase('postgres');
  await database.run(`
    create type pair as (a integer, b text); create domain checked as pair check (true);
    create table spot (at pair primary key, name text);
    insert into spot values ((null, null), 'nowhere'), ((1, null), 'half'), ((1, 'x'), 'whole');
    create table visit (id integer primary key, at pair references spot, twice checked, kind integer);
    insert into visit values (1, null, null, 7), (2, (null, null), (null, null), 7), (3, (1, null), (1, null), 7),
      (4, (1, 'x'), (1, 'x'), 7);
    create table stop (id integer primary key, visit_id integer references visit);
    insert into stop values (10, 1), (11, 1), (20, 2), (21, 2), (30, 3), (40, 4);
    create table loose (at pair, n integer);
    insert into loose values (null, 1), ((null, null), 2), ((1, null), 3);`);
  service = await serve(database.url);
});
afterAll(async () => {
  await service?.close();
  await database?.drop();
});

const visits = (...attributes: readonly object[]) => [
  { id: 'visit', attributes: [{ id: 'id' }, ...attributes] },
];
const hidden = (id: string) => ({ id, selected: false });
const func = (name: string, alias: string) => ({ func: { name, args: [{ alias }] } });

async function ask(document: object) {
  const { status, body } = await service.query(JSON.stringify(document));
  expect([status, body]).toEqual([200, body]);
  return JSON.parse(body);
}

async function idsWhere(where: object, column = 'at'): Promise<number[]> {
  const { data, size } = await ask({ entities: visits(hidden(column)), where });
  expect(size.total).toBe(data.length);
  return data.flat();
}

describe.each(['at', 'twice'])('a composite column, %s', (column) => {
  test('is null only where it has no value', async () => {
    expect(await idsWhere(func('IS_NULL', column), column)).toEqual([1]);
    expect(await idsWhere(func('NOT_IS_NULL', column), column)).toEqual([2, 3, 4]);
    const not = (entry: object) => ({ cond: { with: 'NOT', entries: [entry] } });
    expect(await idsWhere(not(func('IS_NULL', column)), column)).toEqual([2, 3, 4]);
    expect(await idsWhere(not(func('NOT_IS_NULL', column)), column)).toEqual([1]);
  });

  test.each([
    ['first', [1, 2, 3, 4]],
    ['last', [2, 3, 4, 1]],
  ])('sorts nulls %s, also page by page', async (nulls, ids) => {
    const order = [{ alias: column, nulls }];
    const document = { entities: visits(hidden(column)), order };
    expect((await ask(document)).data.flat()).toEqual(ids);
    const paged: number[] = [];
    for (let after: string | undefined, n = 0; n < 5; n++) {
      const { data, next } = await ask({ ...document, limit: 1, ...(after && { after }) });
      paged.push(...data.flat());
      after = next;
      if (next === undefined) break;
    }
    expect(paged).toEqual(ids);
  });

  test('groups and counts its values', async () => {
    const grouped = await ask({
      entities: [{ id: 'visit', attributes: [{ id: 'id', summaries: ['count'] }, { id: column }] }],
      group: [column],
    });
    expect(grouped.data).toEqual([
      ['(,)', 1],
      ['(1,)', 1],
      ['(1,x)', 1],
      [null, 1],
    ]);
    const stops = {
      entity: { id: 'stop', relation: { attr_parent: 'id' }, attributes: [{ id: 'id', alias: 's' }] },
    };
    // A condition on the stops repeats each visit.
    const where = { func: { name: 'GT', args: [{ alias: 's' }, { value: 0 }] } };
    const counted = await ask({ entities: visits({ id: column, summaries: ['count'] }, stops), where });
    expect(counted.summaries).toEqual({ [column]: { count: 3 } });
    expect(counted.size.total).toBe(6);
  });

  test('may be filtered among related records', async () => {
    const existing = (name: string) => ({
      func: {
        name: 'EXISTS',
        args: [
          {
            entity: {
              id: 'visit',
              relation: { attr_parent: 'visit_id' },
              attributes: [{ ...hidden(column), alias: 'v' }],
            },
            where: func(name, 'v'),
          },
        ],
      },
    });
    const stops = async (name: string) =>
      (
        await ask({ entities: [{ id: 'stop', attributes: [{ id: 'id' }] }], where: existing(name) })
      ).data.flat();
    expect(await stops('IS_NULL')).toEqual([10, 11]);
    expect(await stops('NOT_IS_NULL')).toEqual([20, 21, 30, 40]);
  });
});

test('a foreign key of a composite type is a link unless it is null', async () => {
  const list = await service.app.inject('/api/database/tables/visit');
  const links = list.json().data.map(({ __links__ }: { __links__: object }) => Object.values(__links__));
  expect(links.map((of: string[]) => of.length)).toEqual([0, 1, 1, 1]);
  const names = [];
  for (const [link] of links.slice(1))
    names.push((await service.app.inject(new URL(link).pathname)).json().name);
  expect(names).toEqual(['nowhere', 'half', 'whole']);
});

test('records without a key have different URLs for a null and an empty composite value', async () => {
  const list = await service.app.inject('/api/database/tables/loose');
  const found = [];
  for (const record of list.json().data) {
    const again = await service.app.inject(new URL(record.__url__).pathname);
    expect(again.json()).toEqual(record);
    found.push(record.n);
  }
  expect(found.toSorted()).toEqual([1, 2, 3]);
});
