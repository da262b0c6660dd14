/**
 * SQLite rolls back the whole transaction if a trigger or constraint of the schema says so: later changes of the set
 * must not be committed.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openShop, type Shop } from './shop.ts';

const script = `
create table ruled (id integer primary key, a integer, b integer);
insert into ruled values (1, 1, 0), (2, 2, 0), (3, 3, 0);
create trigger ruled_update before update on ruled when new.a = 99 begin select raise(rollback, 'never'); end;
create trigger ruled_insert before insert on ruled when new.a = 99 begin select raise(rollback, 'never'); end;
create table keyed (id integer primary key, a integer unique on conflict rollback, b integer);
insert into keyed values (1, 1, 0), (2, 2, 0), (3, 3, 0);
`;

describe('a transaction that the engine rolls back', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop('sqlite', script);
  });
  afterAll(() => shop[Symbol.asyncDispose]());

  const update = (entity: string, id: number, set: object, expected: object) => ({
    op: 'update',
    entity,
    key: { id },
    set,
    expect: expected,
  });
  const stored = async (table: string) =>
    (await shop.database.rows(`select id, a, b from ${table} order by id`)).map((row) => row.join());

  test.each([
    ['ruled', 99, '/changes/1', 'refused-value'],
    ['keyed', 3, '/changes/1/set/a', 'key-taken'],
  ])('a dry run on %s reports every refusal and leaves no trace', async (table, a, pointer, type) => {
    const before = await stored(table);
    const changes = [
      update(table, 1, { b: 4 }, { b: 0 }),
      update(table, 2, { a }, { a: 2 }),
      update(table, 3, { b: 5 }, { b: 0 }),
      update(table, 3, { b: 6 }, { b: 77 }),
    ];
    const { status, json } = await shop.ask('POST', '/changes', { dry_run: true, changes });
    expect(status).toBe(200);
    const refusals = json.refusals.map((one: Record<string, string>) => [one.pointer, one.type]);
    expect(refusals).toEqual([
      [pointer, `urn:joinery:problem:${type}`],
      ['/changes/3', 'urn:joinery:problem:conflicting-change'],
    ]);
    expect(json.changes.map(({ after }: { after: { b: number } }) => after.b)).toEqual([4, 5]);
    expect(await stored(table)).toEqual(before);
  });

  test('a change set is refused as a whole, while concurrent changes succeed', async () => {
    const before = await stored('ruled');
    const changes = [
      update('ruled', 1, { b: 4 }, { b: 0 }),
      update('ruled', 2, { a: 99 }, { a: 2 }),
      update('ruled', 3, { b: 5 }, { b: 0 }),
    ];
    const others = Array.from({ length: 8 }, (_, i) =>
      shop.ask('POST', '/tables/review/add', { id: 100 + i }).then(({ status }) => status),
    );
    const { status, json } = await shop.ask('POST', '/changes', { changes });
    expect([status, json.pointer]).toEqual([422, '/changes/1']);
    expect(await Promise.all(others)).toEqual(others.map(() => 201));
    expect(await stored('ruled')).toEqual(before);
  });

  test.each([true, false])('an import is refused as a whole (dry run: %s)', async (isTrial) => {
    const before = await stored('ruled');
    const { json: staged } = await shop.ask('POST', '/imports', { name: 'rows.csv' });
    const path = `${shop.service.base}/api/database/imports/${staged.id}`;
    const lines = Array.from({ length: 30 }, (_, i) => `${10 + i},${i === 12 ? 99 : i},0`);
    await fetch(`${path}?offset=0`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/octet-stream' },
      body: ['id,a,b', ...lines].join('\n'),
    });
    const body = { entity: 'ruled', mode: 'insert', dry_run: isTrial };
    const { status, json } = await shop.ask('POST', `/imports/${staged.id}/run`, body);
    expect([status, json.detail]).toEqual([422, expect.stringMatching(/^Row 14: .* ended the whole import/)]);
    expect(await stored('ruled')).toEqual(before);
  });
});
