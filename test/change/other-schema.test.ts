/** Undo after the table's columns were changed, or it was renamed or dropped. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { liveEngines } from '../support/engines.ts';
import { openShop, type Shop } from './shop.ts';

describe.each(liveEngines)('on %s', (engine) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop(engine);
  });
  afterAll(() => shop[Symbol.asyncDispose]());
  beforeEach(async () => {
    await run('drop table if exists thing');
    await run('create table thing (id integer not null primary key, name varchar(20), size integer)');
    await run("insert into thing values (1, 'one', null), (2, 'two', 22)");
    await shop.ask('POST', '/refresh');
  });

  const run = (sql: string) => shop.database.run(sql);
  const altered = async (...statements: string[]) => {
    for (const one of statements) await run(one);
    expect((await shop.ask('POST', '/refresh')).status).toBe(200);
  };
  const done = async (change: object): Promise<string> => {
    const { status, json, text } = await shop.ask('POST', '/changes', {
      changes: [{ entity: 'thing', ...change }],
    });
    expect(status, text).toBe(201);
    return json.id;
  };
  const added = () => done({ op: 'insert', set: { id: 3, name: 'three' } });
  const removed = (id: number) => done({ op: 'delete', key: { id }, expect: {} });
  const undo = (id: string) => shop.ask('POST', `/changes/${id}/undo`);
  const rows = async (columns = '*') =>
    (await shop.database.rows(`select ${columns} from thing order by id`)).map((row) => row.map(String));

  test('an insert is undone if new columns contain only their defaults', async () => {
    const id = await added();
    await altered(
      'alter table thing add column plain varchar(10)',
      "alter table thing add column state varchar(10) default 'new' not null",
      'alter table thing add column amount integer default 7',
      `alter table thing add column yes boolean default ${engine === 'postgres' ? 'false' : '0'}`,
    );
    const { status, text } = await undo(id);
    expect(status, text).toBe(201);
    expect(await rows('id')).toEqual([['1'], ['2']]);
  });

  test.each([
    ['plain', 'varchar(10)', "'x'", null, 'x'],
    ['state', "varchar(10) default 'new' not null", "'old'", 'new', 'old'],
    ['amount', 'integer default 7', '8', 7, 8],
  ])(
    'undoing an insert is refused if somebody has set the new column %s',
    async (name, type, value, expected, now) => {
      const id = await added();
      await altered(
        `alter table thing add column ${name} ${type}`,
        `update thing set ${name} = ${value} where id = 3`,
      );
      const { status, json } = await undo(id);
      expect([status, json.conflicts]).toEqual([
        409,
        [{ change: 0, entity: 'thing', key: { id: 3 }, cells: [{ column: name, expected, now }] }],
      ]);
      expect(await rows('id')).toEqual([['1'], ['2'], ['3']]);
    },
  );

  test('a restored row gets the default of a new column', async () => {
    const id = await removed(2);
    await altered("alter table thing add column state varchar(10) default 'new' not null");
    expect((await undo(id)).status).toBe(201);
    expect(await rows()).toEqual([
      ['1', 'one', 'null', 'new'],
      ['2', 'two', '22', 'new'],
    ]);
  });

  test('a deleted row is not restored if a new column needs a value, and the answer names that column', async () => {
    const id = await removed(2);
    await altered(
      'drop table thing',
      'create table thing (id integer not null primary key, name varchar(20), size integer, state varchar(10) not null)',
    );
    const { status, json } = await undo(id);
    expect([status, json.type, json.detail]).toEqual([
      409,
      'urn:joinery:problem:conflicting-change',
      'This cannot be undone: thing has a column "state" by now, which needs a value.',
    ]);
  });

  test('a deleted row is restored without a dropped column only if it had no value there', async () => {
    const [one, two] = [await removed(1), await removed(2)];
    await altered('alter table thing drop column size');
    expect((await undo(one)).status).toBe(201);
    const { status, json } = await undo(two);
    expect([status, json.detail]).toEqual([
      409,
      'This cannot be undone: thing has no column "size" any more.',
    ]);
    expect(await rows()).toEqual([['1', 'one']]);
  });

  test('an insert is undone despite a dropped and a renamed column, unless the renamed one has a value', async () => {
    const id = await added();
    await altered('alter table thing rename column name to title', 'alter table thing drop column size');
    const { status, json } = await undo(id);
    expect([status, json.conflicts]).toEqual([
      409,
      [
        {
          change: 0,
          entity: 'thing',
          key: { id: 3 },
          cells: [{ column: 'title', expected: null, now: 'three' }],
        },
      ],
    ]);
    await run('update thing set title = null where id = 3');
    expect((await undo(id)).status).toBe(201);
  });

  test('an undo names the reason if the table has another key, another name, or was dropped', async () => {
    const id = await added();
    const detail = async () => (await undo(id)).json.detail;
    await altered(
      'drop table thing',
      'create table thing (code integer not null primary key, name varchar(20))',
    );
    expect(await detail()).toBe('This cannot be undone: Rows of thing have another key by now.');
    await altered('alter table thing rename to stuff');
    expect(await detail()).toBe('This cannot be undone: The table thing is not there any more.');
    await altered('drop table stuff');
    expect(await detail()).toBe('This cannot be undone: The table thing is not there any more.');
  });
});
