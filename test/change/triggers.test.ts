/** Rows of a set that triggers change while other rows of the set are written: this is not a conflict. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LiveEngine, liveEngines } from '../support/engines.ts';
import { importInto } from './importing.ts';
import { countingChanges, openShop, type Shop } from './shop.ts';

/** A statement that runs for each row inserted into or deleted from a table. */
function trigger(
  engine: LiveEngine,
  name: string,
  when: 'insert' | 'delete',
  table: string,
  statement: string,
): string {
  if (engine === 'sqlite') return `create trigger ${name} after ${when} on ${table} begin ${statement}; end;`;
  if (engine === 'mysql')
    return `create trigger ${name} after ${when} on ${table} for each row ${statement};`;
  return `create function ${name}() returns trigger language plpgsql as $$ begin ${statement}; return null; end $$;
    create trigger ${name} after ${when} on ${table} for each row execute function ${name}();`;
}

/** Records the creation time of new rows, and the time of the last change of every row. */
const dating: Record<LiveEngine, string> = {
  sqlite: `create trigger made after insert on dated begin update dated set made = 'now' where id = new.id; end;
    create trigger changed after update of name, made on dated begin update dated set changed = 'now' where id = new.id; end;`,
  postgres: `create function dating() returns trigger language plpgsql as $$ begin
      if tg_op = 'INSERT' then new.made = 'now'; end if; new.changed = 'now'; return new; end $$;
    create trigger dating before insert or update on dated for each row execute function dating();`,
  mysql: `create trigger made before insert on dated for each row set new.made = 'now', new.changed = 'now';
    create trigger changed before update on dated for each row set new.changed = 'now';`,
};

const script = (engine: LiveEngine) => `
create table basket (id integer not null primary key, name varchar(10), total integer default 0 not null);
create table item (id integer not null primary key, basket_id integer not null, price integer not null);
${trigger(engine, 'item_in', 'insert', 'item', 'update basket set total = total + new.price where id = new.basket_id')}
${trigger(engine, 'item_out', 'delete', 'item', 'update basket set total = total - old.price where id = old.basket_id')}
create table ledger (id integer not null primary key, entries integer default 0 not null);
create table entry (id integer not null primary key, ledger_id integer not null);
${trigger(engine, 'entry_in', 'insert', 'entry', 'update ledger set entries = entries + 1 where id = new.ledger_id')}
create table dated (id integer not null primary key, name varchar(10), made varchar(10), changed varchar(10));
insert into dated values (1, 'old', 'then', 'then');
${dating[engine]}
create table stamped (id integer not null primary key, a integer, b integer, times integer default 0 not null);
insert into stamped (id, a, b) values (1, 10, 100), (2, 20, 200);
insert into basket (id, name) values (7, 'seven');
${countingChanges[engine]}
${
  engine === 'mysql'
    ? ''
    : `create table node (id integer not null primary key, parent integer, children integer default 0 not null);
${trigger(engine, 'node_in', 'insert', 'node', 'update node set children = children + 1 where id = new.parent')}
${trigger(engine, 'node_out', 'delete', 'node', 'update node set children = children - 1 where id = old.parent')}`
}`;

describe.each(liveEngines)('on %s', (engine) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop(engine, script(engine));
  });
  afterAll(() => shop[Symbol.asyncDispose]());

  const insert = (entity: string, set: object) => ({ op: 'insert', entity, set });
  const update = (entity: string, id: number, set: object, expected: object) => {
    return { op: 'update', entity, key: { id }, set, expect: expected };
  };
  const done = async (changes: readonly object[]): Promise<string> => {
    const { status, json, text } = await shop.ask('POST', '/changes', { changes });
    expect(status, text).toBe(201);
    return json.id;
  };
  const undo = (id: string) => shop.ask('POST', `/changes/${id}/undo`);
  const undone = async (id: string): Promise<string> => {
    const { status, text, json } = await undo(id);
    expect(status, text.slice(0, 1_000)).toBe(201);
    return json.id;
  };
  const stored = (table: string, columns = '*') =>
    shop.database.rows(`select ${columns} from ${table} order by id`);
  /** Undo, redo, and undo again. */
  const thereAndBack = async (id: string, table: string, columns = '*') => {
    const after = await stored(table, columns);
    const first = await undone(id);
    const before = await stored(table, columns);
    const again = await undone(first);
    expect(await stored(table, columns)).toEqual(after);
    await undone(again);
    expect(await stored(table, columns)).toEqual(before);
    return before;
  };
  const imported = async (entity: string, mode: string, lines: readonly string[]): Promise<string> => {
    const { done: summary, bad } = await importInto(shop, 'rows.csv', `${lines.join('\n')}\n`, {
      entity,
      mode,
    });
    expect(bad.slice(0, 3)).toEqual([]);
    return summary?.change_set ?? '';
  };
  const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

  test('a row whose total later rows of the set change is reported with the final total, and undone', async () => {
    const before = await stored('basket');
    const id = await done([
      insert('basket', { id: 1, name: 'one' }),
      insert('item', { id: 1, basket_id: 1, price: 5 }),
      insert('item', { id: 2, basket_id: 1, price: 6 }),
      update('basket', 7, { name: 'VII' }, { name: 'seven' }),
      insert('item', { id: 3, basket_id: 7, price: 7 }),
    ]);
    const { changes } = (await shop.ask('GET', `/changes/${id}`)).json;
    expect([changes[0].after, changes[3].after]).toEqual([
      { id: 1, name: 'one', total: 11 },
      // The undo does not expect columns that the set itself did not change.
      { id: 7, name: 'VII', total: 0 },
    ]);
    expect(await thereAndBack(id, 'basket')).toEqual(before);
    expect(await stored('item')).toEqual([]);
  });

  test('a set can be undone even if no trigger reverts the effect of another', async () => {
    const id = await done([
      insert('ledger', { id: 1 }),
      insert('entry', { id: 1, ledger_id: 1 }),
      insert('entry', { id: 2, ledger_id: 1 }),
    ]);
    expect(await thereAndBack(id, 'ledger', 'id')).toEqual([]);
  });

  test('a value that somebody else has changed meanwhile is still a conflict', async () => {
    const id = await done([
      insert('basket', { id: 2, name: 'two' }),
      insert('item', { id: 9, basket_id: 2, price: 5 }),
    ]);
    await shop.database.run('update basket set total = 99 where id = 2');
    const { status, json } = await undo(id);
    expect([status, json.conflicts]).toEqual([
      409,
      [
        {
          change: 1,
          entity: 'basket',
          key: { id: 2 },
          cells: [{ column: 'total', expected: 5, now: 99 }],
        },
      ],
    ]);
    await shop.database.run('update basket set total = 5 where id = 2');
    await undone(id);
  });

  test('an undo does not overwrite a total that a trigger maintains', async () => {
    const before = await stored('basket');
    const id = await done([
      insert('item', { id: 3, basket_id: 7, price: 7 }),
      update('basket', 7, { name: 'VII' }, { name: 'seven' }),
    ]);
    expect(await thereAndBack(id, 'basket')).toEqual(before);
  });

  test('an undo keeps what others have added to the total meanwhile', async () => {
    const id = await done([
      update('basket', 7, { name: 'VII' }, { name: 'seven' }),
      insert('item', { id: 3, basket_id: 7, price: 7 }),
    ]);
    const other = await done([insert('item', { id: 4, basket_id: 7, price: 5 })]);
    await undone(id);
    expect((await stored('basket', 'id, name, total')).map((row) => row.map(String))).toEqual([
      ['7', 'seven', '5'],
    ]);
    await undone(other);
  });

  test('a row is restored although a trigger records when rows are created and changed', async () => {
    const before = await stored('dated');
    const id = await done([{ op: 'delete', entity: 'dated', key: { id: 1 }, expect: { name: 'old' } }]);
    const again = await undone(id);
    expect(await stored('dated', 'id, name, made')).toEqual(before.map((row) => row.slice(0, 3)));
    await undone(again);
    expect(await stored('dated')).toEqual([]);
  });

  test('an import that changes the same rows on several pages is undone, redone and undone again', async () => {
    const before = await stored('stamped', 'id, a, b');
    const id = await imported('stamped', 'both', [
      'id,a,b',
      '1,11,100',
      ...numbers(1_000, 2_000).map((n) => `${n},1,1`),
      '1,12,101',
      '2,20,201',
      ...numbers(1_400, 1_500).map((n) => `${n},1,2`),
      '1,12,102',
    ]);
    expect(await thereAndBack(id, 'stamped', 'id, a, b')).toEqual(before);
  });

  test('undoing such an import reports each cell that somebody else has changed, once', async () => {
    const id = await imported('stamped', 'both', [
      'id,a,b',
      '1,11,100',
      ...numbers(1_000, 2_000).map((n) => `${n},1,1`),
      '1,11,101',
    ]);
    await shop.database.run(
      'update stamped set a = 77 where id = 1; update stamped set b = 88 where id = 1500',
    );
    const { status, json } = await undo(id);
    const conflictingCells = json.conflicts?.flatMap(
      (one: { key: { id: number }; cells: { column: string }[] }) =>
        one.cells.map(({ column }) => `${one.key.id} ${column}`),
    );
    expect([status, conflictingCells?.filter((cell: string) => !cell.endsWith('times'))]).toEqual([
      409,
      ['1500 b', '1 a'],
    ]);
  });

  const unless = engine === 'mysql' ? ' (not here: triggers of MariaDB do not change their own table)' : '';
  test.skipIf(engine === 'mysql')(
    `a tree whose rows count their children is imported and undone over several pages${unless}`,
    async () => {
      const id = await imported('node', 'insert', [
        'id,parent',
        '1,',
        ...numbers(2, 1_200).map((n) => `${n},${n % 3 === 0 ? 1 : n - 1}`),
      ]);
      const { json } = await shop.ask('GET', `/changes/${id}`);
      expect(json.changes[0].after).toEqual({ id: 1, parent: null, children: 401 });
      expect(await thereAndBack(id, 'node')).toEqual([]);
    },
  );
});
