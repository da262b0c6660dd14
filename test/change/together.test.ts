/**
 * Changes that are sent to the engine together, although triggers of the table make each of them change other rows: the
 * outcome is the same as one by one.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LiveEngine } from '../support/engines.ts';
import { openShop, type Shop } from './shop.ts';

/**
 * One chosen row per group; each row with the sum of the others; each row with the number of rows below it and its own
 * change count.
 */
const script: Record<Exclude<LiveEngine, 'mysql'>, string> = {
  sqlite: `create table choice (id integer not null primary key, chosen integer not null, note text);
    create trigger choosing after update of chosen on choice when new.chosen = 1
      begin update choice set chosen = 0 where id <> new.id and chosen = 1; end;
    create table share (id integer not null primary key, own integer not null, others integer not null);
    create trigger sharing after update of own on share
      begin update share set others = others + new.own - old.own where id <> new.id; end;
    create table leaf (id integer not null primary key, parent integer, leaves integer not null);
    create trigger growing after insert on leaf begin update leaf set leaves = leaves + 1 where id = new.parent; end;
    create table part (id integer not null primary key, whole integer not null references whole (id) on delete cascade);
    create table whole (id integer not null primary key, name text);
    create table tally (id integer not null primary key, parts integer not null, note text);
    create trigger part_out after delete on part begin update tally set parts = parts - 1; end;
    create trigger part_in after insert on part begin update tally set parts = parts + 1; end;
    create table shelf (id integer not null primary key);
    create table box (id integer not null primary key, shelf integer references shelf (id) on delete cascade, things integer default 0 not null);
    create table thing (id integer not null primary key, box integer not null references box (id) on delete cascade);
    create trigger thing_out after delete on thing begin update box set things = things - 1 where id = old.box; end;
    create trigger thing_in after insert on thing begin update box set things = things + 1 where id = new.box; end;`,
  postgres: `create table choice (id integer not null primary key, chosen integer not null, note text);
    create function choosing() returns trigger language plpgsql as $$ begin
      if new.chosen = 1 then update choice set chosen = 0 where id <> new.id and chosen = 1; end if; return null; end $$;
    create trigger choosing after update of chosen on choice for each row execute function choosing();
    create table share (id integer not null primary key, own integer not null, others integer not null);
    create function sharing() returns trigger language plpgsql as $$ begin
      update share set others = others + new.own - old.own where id <> new.id; return null; end $$;
    create trigger sharing after update of own on share for each row execute function sharing();
    create table leaf (id integer not null primary key, parent integer, leaves integer not null);
    create function growing() returns trigger language plpgsql as $$ begin
      update leaf set leaves = leaves + 1 where id = new.parent; return null; end $$;
    create trigger growing after insert on leaf for each row execute function growing();
    create table whole (id integer not null primary key, name text);
    create table part (id integer not null primary key, whole integer not null references whole (id) on delete cascade);
    create table tally (id integer not null primary key, parts integer not null, note text);
    create function part_out() returns trigger language plpgsql as $$ begin
      update tally set parts = parts - 1; return null; end $$;
    create trigger part_out after delete on part for each row execute function part_out();
    create function part_in() returns trigger language plpgsql as $$ begin
      update tally set parts = parts + 1; return null; end $$;
    create trigger part_in after insert on part for each row execute function part_in();
    create table shelf (id integer not null primary key);
    create table box (id integer not null primary key, shelf integer references shelf (id) on delete cascade, things integer default 0 not null);
    create table thing (id integer not null primary key, box integer not null references box (id) on delete cascade);
    create function thing_out() returns trigger language plpgsql as $$ begin
      update box set things = things - 1 where id = old.box; return null; end $$;
    create trigger thing_out after delete on thing for each row execute function thing_out();
    create function thing_in() returns trigger language plpgsql as $$ begin
      update box set things = things + 1 where id = new.box; return null; end $$;
    create trigger thing_in after insert on thing for each row execute function thing_in();`,
};

const rows = `
insert into choice values (1, 0, 'a'), (2, 0, 'b'), (3, 0, 'c');
insert into share values (1, 10, 50), (2, 20, 40), (3, 30, 30);
insert into leaf values (1, null, 0);
insert into whole values (1, 'one'), (2, 'two');
insert into tally values (1, 0, 'x');
insert into part values (1, 1), (2, 1), (3, 2);
insert into shelf values (1), (2);
insert into box (id, shelf) values (1, 1), (2, 2);
insert into thing values (1, 1), (2, 1), (3, 2);`;

describe.each(['sqlite', 'postgres'] as const)('on %s', (engine) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop(engine, script[engine] + rows);
  });
  afterAll(() => shop[Symbol.asyncDispose]());

  const update = (entity: string, id: number, set: object, expected: object) => {
    return { op: 'update', entity, key: { id }, set, expect: expected };
  };
  const send = (changes: readonly object[], more: object = {}) =>
    shop.ask('POST', '/changes', { changes, ...more });
  const done = async (changes: readonly object[]) => {
    const { status, json, text } = await send(changes);
    expect(status, text).toBe(201);
    return json;
  };
  const undone = async (id: string): Promise<string> => {
    const { status, text, json } = await shop.ask('POST', `/changes/${id}/undo`);
    expect(status, text).toBe(201);
    return json.id;
  };
  const stored = async (table: string) =>
    (await shop.database.rows(`select * from ${table} order by id`)).map((row) => row.map(String).join(' '));
  /** Undo, redo, and undo again. */
  const thereAndBack = async (id: string, table: string) => {
    const after = await stored(table);
    const first = await undone(id);
    const before = await stored(table);
    const again = await undone(first);
    expect(await stored(table)).toEqual(after);
    await undone(again);
    expect(await stored(table)).toEqual(before);
    return before;
  };

  test('each row is reported as it was right before and right after its own change', async () => {
    const before = await stored('share');
    const { id, changes } = await done([
      update('share', 1, { own: 11 }, { own: 10 }),
      update('share', 2, { own: 22 }, { own: 20 }),
      update('share', 3, { own: 33 }, { own: 30 }),
    ]);
    expect(changes.map((one: { before: object; after: object }) => [one.before, one.after])).toEqual([
      [
        { id: 1, own: 10, others: 50 },
        { id: 1, own: 11, others: 50 },
      ],
      [
        { id: 2, own: 20, others: 41 },
        { id: 2, own: 22, others: 41 },
      ],
      [
        { id: 3, own: 30, others: 33 },
        { id: 3, own: 33, others: 33 },
      ],
    ]);
    expect(await stored('share')).toEqual(['1 11 55', '2 22 44', '3 33 33']);
    expect(await thereAndBack(id, 'share')).toEqual(before);
  });

  test('a value that the trigger of a later row resets is accepted', async () => {
    const choose = (id: number) => update('choice', id, { chosen: 1 }, { chosen: 0 });
    const { id, changes } = await done([choose(1), choose(2)]);
    expect(await stored('choice')).toEqual(['1 0 a', '2 1 b', '3 0 c']);
    expect(changes.map((one: { after: { chosen: number } }) => one.after.chosen)).toEqual([0, 1]);
    expect(await thereAndBack(id, 'choice')).toEqual(['1 0 a', '2 0 b', '3 0 c']);
  });

  test('new rows that change earlier ones are reported with their final values', async () => {
    const leaf = (id: number, parent: number | null) => {
      return { op: 'insert', entity: 'leaf', set: { id, parent, leaves: 0 } };
    };
    const { id, changes } = await done([leaf(10, null), leaf(11, 10), leaf(12, 10), leaf(13, 11)]);
    expect(changes.map((one: { after: { leaves: number } }) => one.after.leaves)).toEqual([2, 1, 0, 0]);
    expect(await thereAndBack(id, 'leaf')).toEqual(['1 null 0']);
  });

  test('effects of triggers on cascaded rows are reported too', async () => {
    const before = await stored('tally');
    const { id, changes } = await done([
      update('tally', 1, { note: 'y' }, { note: 'x' }),
      { op: 'delete', entity: 'whole', key: { id: 1 }, expect: { name: 'one' } },
      update('tally', 1, { note: 'z' }, { note: 'y' }),
    ]);
    expect(changes.at(-1)).toMatchObject({ before: { parts: 1, note: 'y' }, after: { parts: 1, note: 'z' } });
    expect(await thereAndBack(id, 'tally')).toEqual(before);
  });

  test('rows that count their children are restored with the same counts', async () => {
    const before = await stored('box');
    const { id } = await done([{ op: 'delete', entity: 'shelf', key: { id: 1 }, expect: {} }]);
    expect(await thereAndBack(id, 'box')).toEqual(before);
    const ids = { box: 20, thing: 20 };
    const made = await done([
      { op: 'insert', entity: 'box', set: { id: ids.box, shelf: 2 } },
      { op: 'insert', entity: 'thing', set: { id: ids.thing, box: ids.box } },
      update('box', ids.box, { shelf: 1 }, { shelf: 2 }),
    ]);
    expect(await thereAndBack(made.id, 'box')).toEqual(before);
    const gone = await done([
      { op: 'insert', entity: 'box', set: { id: ids.box, shelf: 2 } },
      { op: 'insert', entity: 'thing', set: { id: ids.thing, box: ids.box } },
      { op: 'delete', entity: 'box', key: { id: ids.box }, expect: { shelf: 2 } },
    ]);
    expect(await thereAndBack(gone.id, 'box')).toEqual(before);
    expect(await stored('thing')).toEqual(['1 1', '2 1', '3 2']);
  });

  test('a dry run reports the same', async () => {
    const choose = (id: number) => update('choice', id, { chosen: 1 }, { chosen: 0 });
    const changes = [choose(1), choose(2), update('choice', 1, { chosen: 1 }, { chosen: 1 })];
    const { json } = await send(changes, { dry_run: true });
    expect(json.refusals).toEqual([]);
    const made = await done(changes);
    expect(made.changes).toEqual(json.changes);
    expect(await thereAndBack(made.id, 'choice')).toEqual(['1 0 a', '2 0 b', '3 0 c']);
  });
});
