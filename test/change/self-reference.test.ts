/** Rows that refer to rows of the same table or to themselves: imported in any order, deleted and undone. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { liveEngines } from '../support/engines.ts';
import type { LiveEngine } from '../support/servers.ts';
import { importInto } from './importing.ts';
import { openShop, type Shop } from './shop.ts';

const script = (engine: LiveEngine) => `
create table employee (id integer not null primary key, name varchar(20), manager_id integer, dep integer,
  constraint employee_manager foreign key (manager_id) references employee (id));
create table place (nr integer not null, side integer not null, faces integer, code varchar(9) unique, same varchar(9), primary key (nr, side),
  constraint place_faces foreign key (nr, faces) references place (nr, side),
  constraint place_same foreign key (same) references place (code));
create table post (id integer not null primary key, pinned integer${engine === 'sqlite' ? ' references remark (id)' : ''});
create table remark (id integer not null primary key, post_id integer not null, answers integer, thread integer,
  constraint remark_post foreign key (post_id) references post (id) on delete cascade,
  constraint remark_answers foreign key (answers) references remark (id),
  constraint remark_thread foreign key (thread) references remark (id) on delete cascade);
${engine === 'sqlite' ? '' : 'alter table post add constraint post_pinned foreign key (pinned) references remark (id);'}
create table folder (id integer not null primary key, inside integer not null,
  constraint folder_inside foreign key (inside) references folder (id));
`;

describe.each(liveEngines)('on %s', (engine) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop(engine, script(engine));
  });
  afterAll(() => shop[Symbol.asyncDispose]());

  const stored = () => shop.database.rows('select id, name, manager_id from employee order by id');
  const undone = async (id: string): Promise<string> => {
    const { status, text, json } = await shop.ask('POST', `/changes/${id}/undo`);
    expect(status, text.slice(0, 1_000)).toBe(201);
    return json.id;
  };
  const thereAndBack = async (id: string) => {
    const after = await stored();
    const first = await undone(id);
    const before = await stored();
    const again = await undone(first);
    expect(await stored()).toEqual(after);
    await undone(again);
    expect(await stored()).toEqual(before);
    return before;
  };
  const employees = (mode: string, rows: readonly string[], more: object = {}) =>
    importInto(shop, 'e.csv', `id,name,manager_id\n${rows.join('\n')}\n`, {
      entity: 'employee',
      mode,
      ...more,
    });
  const numbers = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

  test('imports rows of which each refers to the next', async () => {
    const rows = numbers(40).map((n) => `${n},e${n},${n === 40 ? '' : n + 1}`);
    const tried = await employees('insert', rows, { dry_run: true });
    expect([tried.bad.slice(0, 3), tried.done]).toMatchObject([[], { rows: 40, inserted: 40, updated: 0 }]);
    const { bad, done } = await employees('insert', rows);
    expect(bad.slice(0, 3)).toEqual([]);
    expect(done).toMatchObject({ rows: 40, inserted: 40, updated: 0, unchanged: 0, bad: 0 });
    const now = await stored();
    expect(now.map((row) => row.map(String)).slice(0, 2)).toEqual([
      ['1', 'e1', '2'],
      ['2', 'e2', '3'],
    ]);
    expect(now.filter(([, , manager]) => manager === null)).toHaveLength(1);
    expect(await thereAndBack(done?.change_set ?? '')).toEqual([]);
  });

  test('imports a row that refers to one much later in the file', { timeout: 120_000 }, async () => {
    const rows = numbers(1_050).map((n) => `${n},e${n},${n === 300 ? 1_040 : n === 1 ? '' : 1}`);
    const { bad, done } = await employees('insert', rows);
    expect([bad, done]).toMatchObject([[], { rows: 1_050, inserted: 1_050, updated: 0 }]);
    const now = (await stored()).map((row) => row.map(String));
    expect([now.length, now[299]]).toEqual([1_050, ['300', 'e300', '1040']]);
    await undone(done?.change_set ?? '');
    expect(await stored()).toEqual([]);
  });

  test('imports a few rows, one of which refers to the last', async () => {
    const { bad, done } = await employees('insert', ['1,Ada,3', '2,Bo,1', '3,Cy,']);
    expect([bad, done?.inserted]).toEqual([[], 3]);
    expect(await thereAndBack(done?.change_set ?? '')).toEqual([]);
  });

  test('imports rows that refer to each other in a circle, and one that refers to itself', async () => {
    const { bad, done } = await employees('insert', ['1,Ada,2', '2,Bo,1', '3,Cy,3']);
    expect([bad, done?.inserted]).toEqual([[], 3]);
    expect(await thereAndBack(done?.change_set ?? '')).toEqual([]);
  });

  test('reports a reference that leads to no row, neither in the file nor in the table', async () => {
    const rows = numbers(1_010).map((n) => `${n},e${n},${n === 700 ? 99_999 : n === 1_010 ? '' : n + 1}`);
    const { bad, done } = await employees('insert', [...rows, '1011,far too long to be a name of anybody,']);
    expect(bad).toEqual(
      [
        { row: 1_012, column: 'name', reason: 'The value is too long for name.' },
        { row: 701, column: 'manager_id', reason: 'There is no employee with this id.' },
      ].slice(engine === 'sqlite' ? 1 : 0),
    );
    expect(done).toMatchObject({ rows: 1_011, inserted: 1_011 - bad.length, change_set: null });
    expect(await stored()).toEqual([]);
  });

  test('imports existing and new rows that refer to new rows below', async () => {
    await shop.database.run(
      "insert into employee values (1, 'Ada', null, 5), (2, 'Bo', 1, 6), (3, 'Cy', 1, 7)",
    );
    const { bad, done } = await employees('both', [
      '1,Ada,11',
      '2,Bo B.,1',
      '3,Cy,1',
      '10,New,12',
      '11,Eleven,',
      '12,Twelve,10',
    ]);
    expect(bad).toEqual([]);
    expect(done).toMatchObject({ rows: 6, inserted: 3, updated: 2, unchanged: 1 });
    expect((await stored()).map((row) => row.map(String))).toEqual([
      ['1', 'Ada', '11'],
      ['2', 'Bo B.', '1'],
      ['3', 'Cy', '1'],
      ['10', 'New', '12'],
      ['11', 'Eleven', 'null'],
      ['12', 'Twelve', '10'],
    ]);
    expect(await thereAndBack(done?.change_set ?? '')).toHaveLength(3);
    // An existing and a new row, both with a dangling reference: each is reported once.
    const wrong = await employees('both', ['5,Five,12', '1,Ada,88', '2,Bo,1', '10,New,99', '12,Twelve,']);
    expect(wrong.bad.map(({ row }) => row)).toEqual([3, 5]);
    expect(wrong.done).toMatchObject({ rows: 5, inserted: 2, updated: 0, unchanged: 1, bad: 2 });
    const updated = await employees('update', ['1,Ada,3', '2,Bo,77']);
    expect(updated.bad).toEqual([
      { row: 3, column: 'manager_id', reason: 'There is no employee with this id.' },
    ]);
    await shop.database.run('update employee set manager_id = null; delete from employee');
  });

  test('imports a required reference to a later row, or says in which order the rows belong', async () => {
    const text = 'id,inside\n1,1\n3,4\n4,1\n';
    const { bad, done } = await importInto(shop, 'f.csv', text, { entity: 'folder', mode: 'both' });
    if (engine === 'mysql') {
      expect(bad).toEqual([
        {
          row: 3,
          column: 'inside',
          reason:
            'There is no folder with this id. Rows that others of the file refer to belong above these.',
        },
      ]);
    }
    expect(done?.rows).toBe(3);
  });

  test('rows that refer to themselves are deleted, brought back, and their insertion is undone', async () => {
    const both = () =>
      Promise.all(
        ['employee', 'place'].map((name) => shop.database.rows(`select * from ${name} order by 1, 2`)),
      );
    const employee = (id: number, manager: number | null) => ({
      op: 'insert',
      entity: 'employee',
      set: { id, name: `e${id}`, manager_id: manager, dep: 1 },
    });
    const before = await both();
    const added = await shop.ask('POST', '/changes', {
      changes: [
        employee(61, null),
        employee(62, 62),
        employee(63, 61),
        employee(64, 64),
        { op: 'insert', entity: 'place', set: { nr: 1, side: 1, faces: 1, code: 'a', same: 'a' } },
      ],
    });
    expect(added.status, added.text).toBe(201);
    const there = await both();
    const gone = await undone(added.json.id);
    expect(await both()).toEqual(before);
    await undone(gone);
    expect(await both()).toEqual(there);
    const remove = (entity: string, key: object) => ({ op: 'delete', entity, key, expect: key });
    const changes = [
      ...[62, 64, 63, 61].map((id) => remove('employee', { id })),
      remove('place', { nr: 1, side: 1 }),
    ];
    const tried = await shop.ask('POST', '/changes', { dry_run: true, changes });
    expect([tried.status, tried.json.refusals], tried.text).toEqual([200, []]);
    const removed = await shop.ask('POST', '/changes', { changes });
    expect(removed.status, removed.text).toBe(201);
    expect(removed.json.changes).toHaveLength(5);
    expect(removed.json.changes[0]).toMatchObject({ before: { id: 62, manager_id: 62 }, after: null });
    expect(await both()).toEqual(before);
    const back = await undone(removed.json.id);
    expect(await both()).toEqual(there);
    await undone(back);
    expect(await both()).toEqual(before);
  });

  test('rows that a deletion takes along may refer to each other and to themselves', async () => {
    const rows = () =>
      Promise.all(['post', 'remark'].map((name) => shop.database.rows(`select * from ${name} order by id`)));
    await shop.database.run(`insert into post values (1, null), (2, null);
      insert into remark values (1, 1, 1, null), (2, 1, 1, 1), (3, 1, 2, 1), (4, 2, null, 3), (5, 2, 5, null);
      update post set pinned = 2 where id = 1;`);
    const before = await rows();
    const remove = (id: number) => ({ op: 'delete', entity: 'post', key: { id }, expect: { id } });
    const removed = await shop.ask('POST', '/changes', { changes: [remove(1)] });
    expect(removed.status, removed.text).toBe(201);
    const shown = removed.json.changes.filter(({ entity }: { entity: string }) => entity === 'remark');
    expect(shown.map(({ before: row }: { before: object }) => row)).toEqual(
      expect.arrayContaining([
        { id: 1, post_id: 1, answers: 1, thread: null },
        { id: 2, post_id: 1, answers: 1, thread: 1 },
        { id: 3, post_id: 1, answers: 2, thread: 1 },
        { id: 4, post_id: 2, answers: null, thread: 3 },
      ]),
    );
    const after = await rows();
    expect(after.map((table) => table.length)).toEqual([1, 1]);
    const back = await undone(removed.json.id);
    expect(await rows()).toEqual(before);
    await undone(back);
    expect(await rows()).toEqual(after);
    const tried = await shop.ask('POST', '/changes', { dry_run: true, changes: [remove(2)] });
    expect([tried.status, tried.json.refusals]).toEqual([200, []]);
    expect(await rows()).toEqual(after);
    // What stays is in the way.
    await shop.database.run('insert into post values (3, null); insert into remark values (6, 3, 5, null);');
    await shop.database.run('update post set pinned = 5 where id = 2');
    const there = await rows();
    const refused = await shop.ask('POST', '/changes', { changes: [remove(2)] });
    expect(refused.json).toMatchObject({ status: 422, pointer: '/changes/0' });
    expect(await rows()).toEqual(there);
    const both = await shop.ask('POST', '/changes', { changes: [remove(3), remove(2)] });
    expect(both.status, both.text).toBe(201);
    expect(await rows()).toEqual([[], []]);
  });
});
