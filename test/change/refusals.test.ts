/** A refusal is a sentence about the offending value, with a pointer to it; nothing is half done. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LiveEngine, liveEngines } from '../support/engines.ts';
import { importInto } from './importing.ts';
import { openShop, type Shop } from './shop.ts';

const uuid = 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11';
const deferred = 'deferrable initially deferred';
const more: Record<LiveEngine, string> = {
  sqlite: `create table part (id integer not null primary key, up integer references part (id) ${deferred});
create table badge (id integer primary key, code text unique on conflict replace, note text default 'on');
insert into badge values (1, 'a', 'x'), (2, 'b', 'y');
create table strictly (id integer primary key, a integer, "b.c" real) strict;
create table word (spelled varchar(9) not null primary key collate nocase, n integer);
insert into word values ('Abc', 1);`,
  postgres: `create table part (id integer not null primary key, up integer references part (id) ${deferred});
create table numbered (id integer generated always as identity primary key, what varchar(5));
insert into numbered (what) values ('a');
create table word (spelled uuid not null primary key, n integer);
insert into word values ('${uuid}', 1);
create domain share as numeric check (value between 0 and 1);
create domain named as text not null constraint letters check (value <> '');
create table held (id integer primary key, owner named, part share, rest share);`,
  mysql: `create table part (id integer not null primary key, up integer, foreign key (up) references part (id));
create table word (spelled varchar(9) not null primary key, n integer);
insert into word values ('Abc', 1);`,
};

describe.each(liveEngines)('on %s', (engine) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop(engine, more[engine]);
  });
  afterAll(() => shop[Symbol.asyncDispose]());

  const refusalOf = async (method: string, path: string, body: unknown) => {
    const headers = method === 'PATCH' ? { 'if-match': '*' } : {};
    const { status, json } = await shop.ask(method, path, body, headers);
    return { status, pointer: json.pointer, detail: json.detail, record: json.record };
  };
  const add = (entity: string, body: unknown) => refusalOf('POST', `/tables/${entity}/add`, body);
  const patch = (path: string, body: unknown) => refusalOf('PATCH', `/tables/${path}`, body);
  const send = (changes: unknown[]) => refusalOf('POST', '/changes', { changes });

  // SQLite accepts any value in any column.
  test.runIf(engine !== 'sqlite')(
    'a value that does not fit its column is reported with a pointer, alone and in a set',
    async () => {
      expect(await add('customer', { id: 70, name: 'Di', age: 'old' })).toMatchObject({
        status: 422,
        pointer: '/age',
        detail: '"old" is not a value of age, whose type is integer.',
      });
      expect(await add('customer', { id: 70, name: 'Di', age: 99999999999 })).toMatchObject({
        status: 422,
        pointer: '/age',
        detail: 'The value is out of the range of age.',
      });
      expect(await patch('customer/recs/[1]', { age: 1, name: 'A name of many letters' })).toMatchObject({
        status: 422,
        pointer: '/name',
        detail: 'The value is too long for name.',
      });
      const sent = { op: 'insert', entity: 'customer', set: { id: 71, name: 'x', age: 'old' } };
      expect((await send([{ ...sent, set: { id: 70, name: 'x' } }, sent])).pointer).toBe(
        '/changes/1/set/age',
      );
      const tried = await shop.ask('POST', '/changes', { dry_run: true, changes: [sent, sent] });
      expect(tried.json.refusals.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
        '/changes/0/set/age',
        '/changes/1/set/age',
      ]);
    },
  );

  test.runIf(engine === 'postgres')(
    'a rule of a domain is reported with a pointer to its value',
    async () => {
      const held = { id: 1, owner: 'Ada', part: 0.5, rest: 0.5 };
      const rule = (name: string) => ({ status: 422, detail: `A rule of held does not hold (${name}).` });
      expect(await add('held', { ...held, rest: 2 })).toMatchObject({
        ...rule('share_check'),
        pointer: '/rest',
      });
      expect(await add('held', { ...held, part: -1 })).toMatchObject({
        ...rule('share_check'),
        pointer: '/part',
      });
      expect(await add('held', { ...held, owner: '' })).toMatchObject({
        ...rule('letters'),
        pointer: '/owner',
      });
      expect(await add('held', { ...held, owner: null })).toMatchObject({
        status: 422,
        pointer: '/owner',
        detail: 'owner cannot be null: give it a value.',
      });
      // The engine does not say which column lacks its value; it is none of those that were given.
      expect((await add('held', { id: 1 })).detail).toBe('A column cannot be null.');
      expect((await add('held', held)).status).toBe(201);
      expect(await patch('held/recs/[1]', { part: 3 })).toMatchObject({
        ...rule('share_check'),
        pointer: '/part',
      });
      const update = {
        op: 'update',
        entity: 'held',
        key: { id: 1 },
        set: { part: 3, rest: 4 },
        expect: held,
      };
      const tried = await shop.ask('POST', '/changes', { dry_run: true, changes: [update] });
      expect(tried.json.refusals.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
        '/changes/0/set/part',
        '/changes/0/set/rest',
      ]);
    },
  );

  test('a dry run names every value of a change that is refused', async () => {
    const changes = [
      {
        op: 'insert',
        entity: 'purchase',
        set: { customer_id: 999, total: 'dear', note: 'more than thirty letters altogether' },
      },
      {
        op: 'update',
        entity: 'customer',
        key: { id: 1 },
        set: { age: 'old', name: null },
        expect: { age: 36, name: 'Ada' },
      },
      {
        op: 'update',
        entity: 'customer',
        key: { id: 2 },
        set: { age: -1, email: 'ada@example.org' },
        expect: { age: 20, email: 'bo@example.org' },
      },
      { op: 'update', entity: 'customer', key: { id: 3 }, set: { age: 5 }, expect: { age: null } },
    ];
    const { json } = await shop.ask('POST', '/changes', { dry_run: true, changes });
    const pointers = json.refusals.map(({ pointer }: { pointer: string }) => pointer);
    // SQLite ignores types and lengths. What depends on several values of a row is told alone.
    const values =
      engine === 'sqlite' ? [] : ['/changes/0/set/note', '/changes/0/set/total', '/changes/1/set/age'];
    const first = pointers.filter((pointer: string) => !pointer.startsWith('/changes/2'));
    expect(first.toSorted()).toEqual(
      ['/changes/0/set/customer_id', '/changes/1/set/name', ...values].toSorted(),
    );
    expect(pointers).toHaveLength(first.length + 1);
    expect(pointers.map((pointer: string) => pointer.slice(0, '/changes/0'.length))).toEqual(
      pointers.map((pointer: string) => pointer.slice(0, '/changes/0'.length)).toSorted(),
    );
    expect(json.changes.map(({ key }: { key: object }) => key)).toEqual([{ id: 3 }]);
  });

  // Checking each name would block the event loop: half a minute for two million names.
  test('a change with more than 10,000 names is refused as a whole', async () => {
    const many = Object.fromEntries(Array.from({ length: 10_001 }, (_, i) => [`c${i}`, i]));
    const sent = { op: 'update', entity: 'customer', key: { id: 1 }, set: { age: 1 }, expect: { age: 1 } };
    for (const part of ['set', 'expect', 'key']) {
      expect(await send([sent, { ...sent, [part]: many }])).toMatchObject({
        status: 400,
        pointer: `/changes/1/${part}`,
        detail: 'No table has more than 10000 columns.',
      });
    }
    expect(await send([sent, { ...sent, ...many }])).toMatchObject({ status: 400, pointer: '/changes/1' });
  });

  test('an unknown parameter prevents the change', async () => {
    const set = { id: 90, name: 'Nobody' };
    const refused = { status: 400, detail: 'There is no parameter "dry_run" here.' };
    const change = { op: 'insert', entity: 'customer', set };
    expect(await refusalOf('POST', '/changes?dry_run=true', { changes: [change] })).toMatchObject(refused);
    expect(await refusalOf('POST', '/tables/customer/add?dry_run=true', set)).toMatchObject(refused);
    expect(
      await refusalOf('PATCH', '/tables/customer/recs/[1]?dry_run=true', { name: 'Nobody' }),
    ).toMatchObject(refused);
    expect(await shop.database.rows("select id from customer where name = 'Nobody'")).toEqual([]);
  });

  test('a value for a generated column is refused, even the right one', async () => {
    const detail = 'twice is worked out by the database itself: leave it out.';
    const refused = { status: 422, pointer: '/twice', detail };
    expect(await add('counted', { id: 9, a: 1, twice: 2 })).toMatchObject(refused);
    expect(await patch('counted/recs/[1]', { twice: 8 })).toMatchObject(refused);
    if (engine !== 'postgres') return;
    expect(await add('numbered', { what: 'b', id: 5 })).toMatchObject({
      status: 422,
      pointer: '/id',
      detail: 'id is worked out by the database itself: leave it out.',
    });
  });

  test('a violated check is reported with a pointer to its column', async () => {
    expect(await add('customer', { id: 70, name: 'Di', age: -1 })).toMatchObject({
      status: 422,
      pointer: '/age',
      detail: expect.stringMatching(/^A rule of customer does not hold \(.*age.*\)\.$/),
    });
  });

  test('a taken key is reported with the row that has it, even if only a part of the key was given', async () => {
    expect(await patch('line/recs/[10,1]', { n: 2 })).toEqual({
      status: 409,
      pointer: '/n',
      detail: 'Another row of line has this purchase_id, n.',
      record: expect.stringMatching(/\/line\/recs\/\[10,2\]$/),
    });
  });

  test.runIf(engine === 'sqlite')(
    'a row that the table would replace is reported as taken, and stays',
    async () => {
      const refused = {
        status: 409,
        pointer: '/code',
        detail: 'Another row of badge has this code.',
        record: expect.stringMatching(/\/badge\/recs\/\[1\]$/),
      };
      expect(await add('badge', { id: 3, code: 'a' })).toEqual(refused);
      expect(await add('badge', { code: 'a' })).toEqual(refused);
      expect(await patch('badge/recs/[2]', { code: 'a' })).toEqual(refused);
      expect(await shop.database.rows('select id, code from badge')).toEqual([
        [1, 'a'],
        [2, 'b'],
      ]);
    },
  );

  test('a refused delete names the table whose rows refer to the row', async () => {
    const refused = await send([{ op: 'delete', entity: 'customer', key: { id: 3 }, expect: {} }]);
    expect(refused).toMatchObject({
      status: 422,
      pointer: '/changes/0',
      detail: 'Rows of invoice refer to this one.',
    });
  });

  test('a refused change of a key names the table whose rows refer to the row', async () => {
    const detail = expect.stringMatching(/^Rows of .*invoice.* refer to this one\.$/);
    const set = { id: 33 };
    expect(await patch('customer/recs/[3]', set)).toMatchObject({ status: 422, detail });
    const change = { op: 'update', entity: 'customer', key: { id: 3 }, set, expect: { id: 3 } };
    expect(await send([change])).toMatchObject({ status: 422, pointer: '/changes/0', detail });
  });

  test.runIf(engine === 'sqlite')(
    'a value that a column does not accept is reported with a pointer',
    async () => {
      const refused = { status: 422, pointer: '/id' };
      for (const id of ['x', '5', 1.5, true])
        expect(await add('badge', { id, code: 'q' })).toMatchObject(refused);
      expect(await add('strictly', { a: 'x', id: 1 })).toMatchObject({ status: 422, pointer: '/a' });
      expect(await add('strictly', { a: 1, id: 1, 'b.c': 'x' })).toMatchObject({ status: 422 });
      expect(await add('badge', '{"id":7.0,"code":"r"}')).toMatchObject({ status: 201 });
    },
  );

  test('a violation that is found only at the end is reported with the change that caused it', async () => {
    const insert = (set: object) => ({ op: 'insert', entity: 'part', set });
    expect(await send([insert({ id: 1 }), insert({ id: 2, up: 99 })])).toMatchObject({
      status: 422,
      pointer: '/changes/1/set/up',
      detail: 'There is no part with this id.',
    });
  });

  test('a missing expectation, a changed row and a missing row are explained in words', async () => {
    const change = { op: 'update', entity: 'customer', key: { id: 1 }, set: { name: 'X' } };
    expect(await send([change])).toMatchObject({
      status: 400,
      pointer: '/changes/0/expect',
      detail: 'Expected an object, not nothing.',
    });
    const conflict = await send([{ ...change, expect: { name: 'Y' } }]);
    expect(conflict.detail).toBe('A row is not as expected: somebody has changed it meanwhile.');
    const gone = await send([{ ...change, key: { id: 1000 }, expect: { name: 'Y' } }]);
    expect(gone.detail).toBe('A row is not as expected: it is not there any more.');
  });

  test('a conflict that an earlier change of the set has made is not blamed on somebody else', async () => {
    const change = (set: object, expected: object) => ({
      op: 'update',
      entity: 'customer',
      key: { id: 1 },
      set,
      expect: expected,
    });
    const ask = async (changes: object[]) => {
      const { status, json } = await shop.ask('POST', '/changes', { changes });
      return [status, json.detail, json.conflicts?.map((conflict: object) => Object.keys(conflict).sort())];
    };
    const [name] = (await shop.database.rows('select name from customer where id = 1'))[0] ?? [];
    const members = ['cells', 'change', 'entity', 'key'];
    const own = 'A row is not as expected: an earlier change of the same set has changed it meanwhile.';
    const others = 'A row is not as expected: somebody has changed it meanwhile.';
    const first = change({ name: 'First' }, { name });
    expect(await ask([first, change({ name: 'Second' }, { name })])).toEqual([409, own, [members]]);
    // Somebody else has, too.
    expect(await ask([first, change({ name: 'Second' }, { name: 'Other' })])).toEqual([
      409,
      others,
      [members],
    ]);
    // A row of the set itself.
    const made = { op: 'insert', entity: 'customer', ref: 'new', set: { id: 77, name: 'Made' } };
    const key = { id: 77 };
    expect(await ask([made, { ...change({ name: 'X' }, { name: 'Not so' }), key }])).toEqual([
      409,
      own,
      [members],
    ]);
    const both = [
      first,
      change({ name: 'Second' }, { name }),
      { ...first, key: { id: 2 }, expect: { name: 'Y' } },
    ];
    expect(await ask(both)).toEqual([
      409,
      '2 rows are not as expected: somebody or an earlier change of the same set has changed them meanwhile.',
      [members, members],
    ]);
  });

  test('two notations of a key refer to the same row', async () => {
    const [entity, column, ...keys] =
      engine === 'mysql'
        ? ['word', 'n', { spelled: 'abc' }, { spelled: 'ABC' }]
        : ['customer', 'age', { id: '1' }, { id: '1.0' }];
    const from = (await shop.ask('GET', `/tables/${entity}?limit=1`)).json.data[0][column as string];
    const [first, second] = keys.map((key, i) => ({
      op: 'update',
      entity,
      key,
      set: { [column as string]: from + 1 + i },
      expect: { [column as string]: from },
    }));
    // The second change expects the value that the first one sets.
    expect((await send([first, second])).status).toBe(409);
  });

  const spelled = { sqlite: ['Abc', 'aBC'], mysql: ['Abc', 'aBC'], postgres: [uuid, uuid.toUpperCase()] };
  test.each([
    ['word', 'n', spelled[engine].map((text) => JSON.stringify(text))],
    ['customer', 'age', ['2', '2.0', '"2"', '20e-1']],
  ])(
    'two notations of a key refer to the same row, even if one of them is the stored one: %s',
    async (entity, column, keys) => {
      const named = entity === 'word' ? 'spelled' : 'id';
      const path = `/tables/${entity}/recs/[${JSON.parse(keys[0] ?? '')}]`;
      for (const order of [keys, keys.toReversed()]) {
        const from = (await shop.ask('GET', path)).json[column];
        const changes = order.map(
          (key, i) =>
            `{"op":"update","entity":"${entity}","key":{"${named}":${key}},"set":{"${column}":${from + i + 1}},"expect":{"${column}":${from + i}}}`,
        );
        const { status, text } = await shop.ask('POST', '/changes', `{"changes":[${changes.join()}]}`);
        expect(status, text).toBe(201);
        expect((await shop.ask('GET', path)).json[column]).toBe(from + keys.length);
      }
    },
  );
});

test('a row that an exclusion constraint keeps out is told from a value that is altered', async () => {
  await using shop = await openShop(
    'postgres',
    `create table booked (id integer not null primary key, during int4range not null, note varchar(9),
       constraint apart exclude using gist (during with &&));
     insert into booked values (1, '[1,5)', null);`,
  );
  const refused = await shop.ask('POST', '/tables/booked/add', { id: 2, during: '[4,6)' });
  expect([refused.status, refused.json]).toMatchObject([
    409,
    {
      type: 'urn:joinery:problem:key-taken',
      detail: 'Another row of booked is in the way of this during (apart).',
      pointer: '/during',
    },
  ]);
  const file = 'id,during\n3,"[5,7)"\n4,"[6,8)"\n';
  const { bad } = await importInto(shop, 'b.csv', file, { entity: 'booked', mode: 'insert' });
  expect(bad).toEqual([
    { row: 3, column: 'during', reason: 'Another row of booked is in the way of this during (apart).' },
  ]);
});
