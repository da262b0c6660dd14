/** Rows that the engine changes as a consequence of a set: reported, compared with what was seen, and restored. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LiveEngine, liveEngines } from '../support/engines.ts';
import { openShop, type Shop } from './shop.ts';

/** SQLite accepts a reference to a table that is created later; the other engines add it afterwards. */
const pinned = 'foreign key (note_id) references note (id) on delete cascade';
const mated = 'foreign key (right_id) references right_half (id) on delete cascade';
const later = (engine: LiveEngine, table: string, constraint: string) =>
  engine === 'sqlite'
    ? { inside: `, ${constraint}`, afterwards: '' }
    : { inside: '', afterwards: `alter table ${table} add ${constraint};` };
const pins = (engine: LiveEngine) => later(engine, 'pin', `constraint pin_note ${pinned}`);
const halves = (engine: LiveEngine) => later(engine, 'left_half', `constraint left_right ${mated}`);

const more = (engine: LiveEngine) => `
create table depot (id integer not null primary key, v integer);
create table shelf (depot_id integer not null, n integer not null, v integer, primary key (depot_id, n),
  constraint shelf_depot foreign key (depot_id) references depot (id) on update cascade on delete cascade);
create table box (id integer not null primary key, depot_id integer, n integer,
  constraint box_shelf foreign key (depot_id, n) references shelf (depot_id, n) on update set null);
create table van (id integer not null primary key, depot_id integer,
  constraint van_depot foreign key (depot_id) references depot (id) on update set null);
create table tree (id integer not null primary key, parent integer,
  constraint tree_parent foreign key (parent) references tree (id) on delete cascade);
create table pin (id integer not null primary key, note_id integer${pins(engine).inside});
create table note (id integer not null primary key, follows integer, within integer, pin_id integer,
  constraint note_pin foreign key (pin_id) references pin (id) on delete set null,
  constraint note_follows foreign key (follows) references note (id) on delete set null,
  constraint note_within foreign key (within) references note (id) on delete cascade);
create table left_half (id integer not null primary key, right_id integer, depot_id integer, v integer${halves(engine).inside},
  constraint left_depot foreign key (depot_id) references depot (id) on delete cascade);
create table right_half (id integer not null primary key, left_id integer,
  constraint right_left foreign key (left_id) references left_half (id) on delete cascade);
create table loose (a integer, b varchar(9));
insert into depot values (1, 10), (2, 20);
insert into shelf values (1, 1, 100), (2, 1, 200);
insert into box values (1, 1, 1), (2, 2, 1);
insert into van values (1, 1), (2, 2);
insert into tree values (1, null), (2, 1), (3, 2);
${pins(engine).afterwards}
${halves(engine).afterwards}
insert into depot values (70, 7);
insert into left_half values (1, null, 70, 1), (2, null, 70, 1), (3, null, null, 1), (4, null, null, 1);
insert into right_half values (1, 1), (2, 2), (3, 3), (4, 4);
update left_half set right_id = id;
insert into note (id, follows, within) values (1, null, null), (2, 1, null), (3, 2, null), (4, null, 1), (5, 4, null),
  (11, null, null), (12, 11, 11), (13, 12, null), (21, null, null), (22, 21, 21), (23, 22, null), (31, null, null), (32, null, null);
insert into pin values (1, null), (2, 32), (3, 22);
update note set follows = 22, pin_id = 3 where id = 21;
update note set pin_id = 1 where id = 32;
insert into loose values (1, 'x'), (2, 'y');
`;

describe.each(liveEngines)('on %s', (engine) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop(engine, more(engine));
  });
  afterAll(() => shop[Symbol.asyncDispose]());

  const send = (...changes: unknown[]) => shop.ask('POST', '/changes', { changes });
  const undo = (id: string) => shop.ask('POST', `/changes/${id}/undo`);
  const insert = (entity: string, set: object, ref?: string) => ({ op: 'insert', entity, set, ref });
  const update = (entity: string, key: object, set: object, expected: object) => {
    return { op: 'update', entity, key, set, expect: expected };
  };
  const remove = (entity: string, key: object, expected = {}) => {
    return { op: 'delete', entity, key, expect: expected };
  };
  const stored = () =>
    Promise.all(
      ['depot', 'shelf', 'box', 'van', 'note', 'pin', 'left_half', 'right_half', 'tree'].map((name) =>
        shop.database.rows(`select * from ${name} order by 1, 2`),
      ),
    );
  const summaryOf = (json: { changes: { op: string; entity: string; cascade?: true }[] }) =>
    json.changes.map(({ op, entity, cascade }) => `${op} ${entity}${cascade ? ' too' : ''}`);
  const renamed = update('depot', { id: 1 }, { id: 9 }, { id: 1 });

  test('a reference that a key change sets to null is reported, and restored by an undo', async () => {
    const before = await stored();
    const done = await send(renamed);
    expect(done.status, done.text).toBe(201);
    expect(summaryOf(done.json).toSorted()).toEqual(['update box too', 'update depot', 'update van too']);
    const after = await stored();
    expect(after.slice(1, 4)).toEqual([
      [
        [2, 1, 200],
        [9, 1, 100],
      ],
      [
        [1, null, null],
        [2, 2, 1],
      ],
      [
        [1, null],
        [2, 2],
      ],
    ]);
    const undone = await undo(done.json.id);
    expect(undone.status, undone.text).toBe(201);
    expect(await stored()).toEqual(before);
    const redone = await undo(undone.json.id);
    expect(redone.status, redone.text).toBe(201);
    expect(await stored()).toEqual(after);
    expect((await undo(redone.json.id)).status).toBe(201);
    expect(await stored()).toEqual(before);
  });

  test('later changes of a set use the new key, and may expect a cascaded value from before or after the cascade', async () => {
    const before = await stored();
    for (const seen of [1, null]) {
      const done = await send(
        renamed,
        update('shelf', { depot_id: 9, n: 1 }, { v: 101 }, { v: 100 }),
        update('van', { id: 1 }, { depot_id: 2 }, { depot_id: seen }),
      );
      expect(done.status, done.text).toBe(201);
      expect(await shop.database.rows('select depot_id from van where id = 1')).toEqual([[2]]);
      expect((await undo(done.json.id)).status).toBe(201);
      expect(await stored()).toEqual(before);
    }
    const wrong = await send(renamed, update('van', { id: 1 }, { depot_id: 2 }, { depot_id: 7 }));
    expect([wrong.status, wrong.json.conflicts?.length]).toEqual([409, 1]);
    // Rows that never existed are reported, whatever else is refused.
    const both = await send(
      remove('customer', { id: 3 }),
      update('van', { id: 1 }, { depot_id: 2 }, { depot_id: 7 }),
    );
    expect([both.status, both.json.conflicts?.[0]?.change]).toEqual([409, 1]);
    expect(await stored()).toEqual(before);
  });

  test('a row that a cascade in the same set has deleted is reported as gone', async () => {
    const changes = [
      remove('tree', { id: 1 }),
      remove('tree', { id: 2 }),
      update('tree', { id: 3 }, { parent: 1 }, { parent: 2 }),
      remove('depot', { id: 77 }),
    ];
    const refused = await send(...changes);
    expect([refused.status, refused.json.conflicts]).toMatchObject([
      409,
      [
        { change: 1, entity: 'tree', key: { id: 2 }, gone: true },
        { change: 2, entity: 'tree', key: { id: 3 }, gone: true },
        { change: 3, entity: 'depot', key: { id: 77 }, gone: true },
      ],
    ]);
    const inOrder = await send(...[3, 2, 1].map((id) => remove('tree', { id })));
    expect(inOrder.status).toBe(201);
    expect((await undo(inOrder.json.id)).status).toBe(201);
    expect((await stored()).at(-1)).toHaveLength(3);
  });

  test.each([
    [1, 2],
    [2, 1],
    [2, 3, 1],
    [3, 1, 2],
    [1, 5],
    [5, 1],
  ])(
    'rows that refer to each other are deleted in the given order, with the effects that a dry run reports',
    async (...ids) => {
      const before = await stored();
      const changes = ids.map((id) => remove('note', { id }));
      const tried = await shop.ask('POST', '/changes', { changes, dry_run: true });
      const done = await send(...changes);
      expect(done.status, done.text).toBe(201);
      const sorted = (rows: object[]) => rows.map((row) => JSON.stringify(row)).toSorted();
      expect(sorted(done.json.changes)).toEqual(sorted(tried.json.changes));
      const named = done.json.changes.filter((one: { cascade?: true }) => one.cascade === undefined);
      expect(named.map(({ key }: { key: { id: number } }) => key.id)).toEqual(ids);
      expect((await undo(done.json.id)).status).toBe(201);
      expect(await stored()).toEqual(before);
    },
  );

  const there = async (changes: readonly object[]) => {
    const before = await stored();
    const done = await send(...changes);
    expect(done.status, done.text).toBe(201);
    const after = await stored();
    const back = await undo(done.json.id);
    expect(back.status, back.text).toBe(201);
    expect(await stored()).toEqual(before);
    const again = await undo(back.json.id);
    expect(again.status, again.text).toBe(201);
    expect(await stored()).toEqual(after);
    expect((await undo(again.json.id)).status).toBe(201);
    expect(await stored()).toEqual(before);
    return done.json;
  };

  test('an undo restores references to a cascaded row, even if that row has a second reference that is set to null', async () => {
    expect(summaryOf(await there([remove('note', { id: 11 })]))).toEqual([
      'update note too',
      'delete note too',
      'delete note',
    ]);
  });

  test('rows with circular references are restored and deleted again', async () => {
    expect(summaryOf(await there([remove('note', { id: 21 })])).toSorted()).toEqual([
      'delete note',
      'delete note too',
      'delete pin too',
      'update note too',
    ]);
    await there([remove('note', { id: 21 }), remove('note', { id: 23 })]);
  });

  test('rows of two tables that cascade to each other are restored and deleted again', async () => {
    await there([remove('left_half', { id: 1 })]);
    await there([remove('depot', { id: 70 })]);
    await there([remove('right_half', { id: 3 }), remove('left_half', { id: 4 })]);
  });

  test('redoing a delete is refused if somebody has changed a cascaded row since', async () => {
    for (const entity of ['left_half', 'right_half']) {
      const undone = await undo((await send(remove(entity, { id: 1 }))).json.id);
      const changed = await send(update('left_half', { id: 1 }, { v: 5 }, { v: 1 }));
      const refused = await undo(undone.json.id);
      expect([refused.status, refused.json.conflicts]).toMatchObject([
        409,
        [{ entity: 'left_half', key: { id: 1 }, cells: [{ column: 'v', expected: 1, now: 5 }] }],
      ]);
      expect(await shop.database.rows('select v from left_half where id = 1')).toEqual([[5]]);
      expect((await undo(changed.json.id)).status).toBe(201);
    }
  });

  test('an undo restores references that a row lost before it was deleted', async () => {
    await there([remove('note', { id: 31 }), remove('pin', { id: 1 }), remove('note', { id: 32 })]);
  });

  test('a reference by name uses the current values of its row', async () => {
    const id = { ref: 'a', column: 'id' };
    const done = await send(
      insert('depot', { id: 50, v: 1 }, 'a'),
      update('depot', { id: 50 }, { id: 51, v: 2 }, { id: 50, v: 1 }),
      insert('van', { id: 50, depot_id: id }),
      insert('shelf', { depot_id: id, n: { ref: 'a', column: 'v' } }),
    );
    expect(done.status, done.text).toBe(201);
    expect(done.json.changes.slice(2)).toMatchObject([
      { after: { id: 50, depot_id: 51 } },
      { after: { depot_id: 51, n: 2 } },
    ]);
    const tried = await shop.ask('POST', '/changes', {
      dry_run: true,
      changes: [
        insert('depot', { id: 60, v: 1 }, 'a'),
        update('depot', { id: 60 }, { id: 61 }, { id: 60 }),
        insert('van', { id: 60, depot_id: id }),
      ],
    });
    expect([tried.json.refusals, tried.json.changes[2].after]).toEqual([[], { id: 60, depot_id: 61 }]);
    expect((await undo(done.json.id)).status).toBe(201);
  });

  test('undoing a change of a column that no longer exists is refused with the reason', async () => {
    const done = await send(update('depot', { id: 1 }, { v: 11 }, { v: 10 }));
    expect(done.status).toBe(201);
    await shop.database.run('alter table depot rename column v to w');
    const refused = await undo(done.json.id);
    await shop.database.run('alter table depot rename column w to v');
    expect((await shop.ask('POST', '/refresh')).status).toBe(200);
    expect([refused.status, refused.json.detail]).toEqual([
      409,
      'This cannot be undone: depot has no column "v" any more.',
    ]);
    expect((await undo(done.json.id)).status).toBe(201);
    expect(await shop.database.rows('select v from depot where id = 1')).toEqual([[10]]);
  });

  test('rows without a key can be inserted and made equal, but not deleted while they are ambiguous', async () => {
    const made = await shop.ask('POST', '/tables/loose/add', { a: 3 });
    expect([made.status, made.json]).toMatchObject([201, { a: 3, b: null }]);
    const same = { a: 2, b: 'y' };
    const equal = await send(update('loose', { a: 3, b: null }, same, { a: 3, b: null }));
    expect([equal.status, equal.json.changes?.[0]?.after]).toEqual([201, same]);
    expect((await send(remove('loose', same))).json.type).toBe('urn:joinery:problem:ambiguous-key');
    expect(await shop.database.rows('select count(*) from loose where a = 2')).toEqual([[expect.anything()]]);
  });

  test('a list or an object is refused as the value of a key', async () => {
    for (const id of [[1], { x: 1 }]) {
      const refused = await send(remove('depot', { id }));
      expect([refused.status, refused.json.pointer]).toEqual([400, '/changes/0/key/id']);
    }
  });
});

test('on postgres a cascade includes rows that write the key differently, and an undo restores them', async () => {
  await using shop = await openShop(
    'postgres',
    `create table span (k interval primary key, v integer);
     create table use (id integer primary key, k interval references span on delete cascade);
     insert into span values ('1 day', 1), ('1 mon', 2);
     insert into use values (1, '24:00'), (2, '1 day'), (3, '30 days');`,
  );
  const rows = () =>
    shop.database.rows('select id, k::text, (select v from span s where s.k = use.k) from use order by 1');
  const before = await rows();
  const changes = [{ op: 'delete', entity: 'span', key: { k: 'P1D' }, expect: { v: 1 } }];
  const done = await shop.ask('POST', '/changes', { changes });
  expect(done.status, done.text).toBe(201);
  expect(done.json.changes.map(({ entity }: { entity: string }) => entity).toSorted()).toEqual([
    'span',
    'use',
    'use',
  ]);
  expect(await rows()).toEqual(before.slice(2));
  const undone = await shop.ask('POST', `/changes/${done.json.id}/undo`);
  expect(undone.status, undone.text).toBe(201);
  expect(await rows()).toEqual(before);
});
