/** Undo where rules of the database interfere: each row is expected as the set left it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LiveEngine, liveEngines } from '../support/engines.ts';
import { countingChanges, openShop, type Shop } from './shop.ts';

const script = (engine: LiveEngine) => `
create table stamped (id integer not null primary key, a integer, b integer, times integer default 0 not null);
insert into stamped (id, a, b) values (1, 10, 100), (2, 20, 200);
${countingChanges[engine]}`;

describe.each(liveEngines)('on %s', (engine) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop(engine, script(engine));
  });
  afterAll(() => shop[Symbol.asyncDispose]());

  const update = (id: number, set: object, expected: object) => {
    return { op: 'update', entity: 'stamped', key: { id }, set, expect: expected };
  };
  const done = async (changes: readonly object[]): Promise<string> => {
    const { status, json, text } = await shop.ask('POST', '/changes', { changes });
    expect(status, text).toBe(201);
    return json.id;
  };
  const undo = (id: string) => shop.ask('POST', `/changes/${id}/undo`);
  const stored = () => shop.database.rows('select id, a, b from stamped order by id');

  test('several changes of one row that has a change counter are undone and redone', async () => {
    const before = await stored();
    const id = await done([
      update(1, { a: 11 }, { a: 10 }),
      update(2, { b: 201 }, { b: 200 }),
      update(1, { a: 12, b: 101 }, { a: 11, b: 100 }),
      update(1, { id: 9 }, { id: 1 }),
      update(9, { b: 102 }, { b: 101 }),
    ]);
    const after = await stored();
    const undone = await undo(id);
    expect(undone.status, undone.text).toBe(201);
    expect(await stored()).toEqual(before);
    const redone = await undo(undone.json.id);
    expect(redone.status, redone.text).toBe(201);
    expect(await stored()).toEqual(after);
    expect((await undo(redone.json.id)).status).toBe(201);
    expect(await stored()).toEqual(before);
  });

  test('a new row that the set also changed, and a row that it changed and deleted, are undone', async () => {
    const before = await stored();
    const id = await done([
      { op: 'insert', entity: 'stamped', set: { id: 3, a: 30 } },
      update(3, { a: 31 }, { a: 30 }),
      update(2, { a: 21 }, { a: 20 }),
      { op: 'delete', entity: 'stamped', key: { id: 2 }, expect: { a: 21 } },
    ]);
    const { status, text } = await undo(id);
    expect(status, text).toBe(201);
    expect(await stored()).toEqual(before);
  });

  test('a later change by somebody else is a conflict, whichever change of the set it affects', async () => {
    const id = await done([
      update(1, { a: 11 }, { a: 10 }),
      update(1, { b: 101 }, { b: 100 }),
      { op: 'insert', entity: 'stamped', set: { id: 4, a: 40, b: 400 } },
      update(4, { a: 41 }, { a: 40 }),
    ]);
    await shop.database.run('update stamped set a = 77 where id = 1; update stamped set b = 88 where id = 4');
    const { status, json } = await undo(id);
    const cells = json.conflicts?.flatMap((one: { key: { id: number }; cells: { column: string }[] }) =>
      one.cells.map(({ column }) => `${one.key.id} ${column}`),
    );
    expect([status, cells.filter((cell: string) => !cell.endsWith('times'))]).toEqual([409, ['4 b', '1 a']]);
  });
});
