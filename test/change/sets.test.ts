/** Change sets through HTTP, on every engine that supports changes: exact, atomic, and undoable. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { login, openUsers } from '../http/service.ts';
import { type LiveEngine, liveEngines } from '../support/engines.ts';
import { isLongRun } from '../support/long-run.ts';
import { openShop, type Shop } from './shop.ts';

const selfReference =
  'create table node (id integer not null primary key, up integer, constraint node_up foreign key (up) references node (id)';
const someNodes = '; insert into node values (50, 50), (60, 60); insert into node values (61, 60);';
/** Rows that refer to each other, with deferred constraints on the engines that have them. */
const nodes: Record<LiveEngine, string> = {
  sqlite: `${selfReference} deferrable initially deferred)${someNodes}`,
  postgres: `${selfReference} deferrable initially deferred)${someNodes}`,
  mysql: `${selfReference})${someNodes}`,
};

/** Rows that reach each other by several cascades. */
const cascadingReference = (column: string, target: string) =>
  `${column} integer, foreign key (${column}) references ${target} (id) on delete cascade`;
const branching = `
create table folder (id integer not null primary key, ${cascadingReference('up', 'folder')});
create table parcel (id integer not null primary key);
create table parcel_item (id integer not null primary key, ${cascadingReference('parcel_id', 'parcel')});
create table label (id integer not null primary key, item_id integer, ${cascadingReference('parcel_id', 'parcel')},
  foreign key (item_id) references parcel_item (id) on delete cascade);
insert into folder values (1, null), (2, 1), (3, 2), (4, 3);
insert into parcel values (1), (2);
insert into parcel_item values (1, 1), (2, 1), (3, 2);
insert into label values (1, 1, 1), (2, 2, 1), (3, 3, 1);`;

describe.each(liveEngines)('on %s', (engine) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop(engine, nodes[engine] + branching);
  });
  afterAll(() => shop[Symbol.asyncDispose]());

  const customer = async (id: number) => (await shop.ask('GET', `/tables/customer/recs/[${id}]`)).json;
  const send = (changes: unknown[], more: object = {}, headers = {}) =>
    shop.ask('POST', '/changes', { changes, ...more }, headers);

  test('inserts, updates and deletes form one set, with the rows before and after', async () => {
    const answer = await send(
      [
        { op: 'insert', entity: 'customer', ref: 'new', set: { id: 50, name: 'Di' } },
        {
          op: 'insert',
          entity: 'purchase',
          ref: 'buy',
          set: { customer_id: { ref: 'new', column: 'id' }, total: 1.5 },
        },
        {
          op: 'insert',
          entity: 'line',
          set: { purchase_id: { ref: 'buy', column: 'id' }, n: 1, what: 'hat' },
        },
        { op: 'update', entity: 'customer', key: { id: 2 }, set: { age: 21 }, expect: { age: 20 } },
        { op: 'delete', entity: 'line', key: { purchase_id: 12, n: 1 }, expect: { what: 'cup' } },
      ],
      { note: 'first' },
    );
    expect(answer.status).toBe(201);
    const { id, at, changes, ...rest } = answer.json;
    expect(rest).toEqual({ state: 'done', note: 'first', user: null });
    expect(Date.parse(at)).toBeGreaterThan(Date.now() - 60_000);
    const [made, bought, lined, aged, gone] = changes;
    expect(made).toEqual({
      op: 'insert',
      entity: 'customer',
      key: { id: 50 },
      before: null,
      after: { id: 50, name: 'Di', email: null, age: null },
    });
    expect(bought.after).toEqual({ id: bought.key.id, customer_id: 50, total: 1.5, note: 'none' });
    expect(lined.key).toEqual({ purchase_id: bought.key.id, n: 1 });
    expect(aged).toMatchObject({ op: 'update', key: { id: 2 }, before: { age: 20 }, after: { age: 21 } });
    expect(gone).toEqual({
      op: 'delete',
      entity: 'line',
      key: { purchase_id: 12, n: 1 },
      before: { purchase_id: 12, n: 1, what: 'cup' },
      after: null,
    });
    expect(answer.headers.get('location')).toBe(`${shop.service.base}/api/database/changes/${id}`);
    expect((await shop.ask('GET', `/changes/${id}`)).json).toEqual(answer.json);
    expect((await shop.ask('GET', '/changes')).json.changes[0]).toEqual(answer.json);
    const undone = await shop.ask('POST', `/changes/${id}/undo`, { note: 'back' });
    expect(undone.status).toBe(201);
    expect(undone.json).toMatchObject({ undoes: id, note: 'back', state: 'done' });
    expect((await customer(2)).age).toBe(20);
    expect((await shop.ask('GET', '/tables/customer/recs/[50]')).status).toBe(404);
    expect((await shop.ask('GET', '/tables/line/recs/[12,1]')).json.what).toBe('cup');
    const redone = await shop.ask('POST', `/changes/${undone.json.id}/undo`);
    expect(redone.status).toBe(201);
    expect((await customer(50)).name).toBe('Di');
    expect((await shop.ask('POST', `/changes/${redone.json.id}/undo`)).status).toBe(201);
    // A deleted row cannot be undone.
    const again = await shop.ask('POST', `/changes/${id}/undo`);
    expect([again.status, again.json.type]).toEqual([409, 'urn:joinery:problem:conflicting-change']);
  });

  test('a duplicate name in an object is refused with a pointer to it', async () => {
    const told = async (path: string, body: string) => {
      const { status, json } = await shop.ask('POST', path, body);
      return [status, json.pointer, json.detail];
    };
    expect(await told('/tables/customer/add', '{"id": 70, "name": "A", "name": "B"}')).toEqual([
      400,
      '/name',
      '"name" stands here twice.',
    ]);
    const insert = '{"op": "insert", "entity": "customer", "set": {"id": 70, "id": 71, "name": "A"}}';
    expect(await told('/changes', `{"changes": [${insert}]}`)).toEqual([
      400,
      '/changes/0/set/id',
      '"id" stands here twice.',
    ]);
    expect((await told('/changes', `{"changes": [], "changes": [${insert}]}`))[1]).toBe('/changes');
  });

  test('one refused change leaves everything unchanged', async () => {
    const before = (await shop.ask('GET', '/tables/customer')).text;
    const history = (await shop.ask('GET', '/changes')).text;
    const answer = await send([
      { op: 'insert', entity: 'customer', set: { id: 60, name: 'Ed' } },
      { op: 'update', entity: 'customer', key: { id: 1 }, set: { name: 'X' }, expect: { name: 'Ada' } },
      { op: 'insert', entity: 'customer', set: { id: 61, name: 'Flo', age: -1 } },
    ]);
    expect(answer.status).toBe(422);
    expect(answer.json.pointer).toMatch(/^\/changes\/2/);
    expect((await shop.ask('GET', '/tables/customer')).text).toBe(before);
    expect((await shop.ask('GET', '/changes')).text).toBe(history);
  });

  test('every conflicting row is reported cell by cell, and changes of other columns are merged', async () => {
    await shop.database.run("update customer set email = 'bob@example.org' where id = 2");
    const merged = await send([
      { op: 'update', entity: 'customer', key: { id: 2 }, set: { age: 22 }, expect: { age: 20 } },
    ]);
    expect(merged.status).toBe(201);
    expect(await customer(2)).toMatchObject({ age: 22, email: 'bob@example.org' });
    const answer = await send([
      {
        op: 'update',
        entity: 'customer',
        key: { id: 2 },
        set: { age: 30, name: 'B' },
        expect: { age: 20, name: 'Bo' },
      },
      { op: 'update', entity: 'customer', key: { id: 1 }, set: { age: 37 }, expect: { age: 36 } },
      { op: 'delete', entity: 'customer', key: { id: 77 }, expect: { name: 'Nobody' } },
    ]);
    expect(answer.status).toBe(409);
    expect(answer.json.type).toBe('urn:joinery:problem:conflicting-change');
    expect(answer.json.conflicts).toEqual([
      {
        change: 0,
        entity: 'customer',
        key: { id: 2 },
        cells: [{ column: 'age', expected: 20, yours: 30, now: 22 }],
      },
      {
        change: 2,
        entity: 'customer',
        key: { id: 77 },
        gone: true,
        cells: [{ column: 'name', expected: 'Nobody', now: null }],
      },
    ]);
    expect((await customer(1)).age).toBe(36);
  });

  test('conflicts in rows that the set itself inserts are reported together with all others', async () => {
    const update = (key: object, expected: string) => ({
      op: 'update',
      entity: 'customer',
      key,
      set: { name: 'Flo' },
      expect: { name: expected },
    });
    const answer = await send([
      { op: 'insert', entity: 'customer', ref: 'new', set: { id: 51, name: 'Dia' } },
      update({ id: { ref: 'new', column: 'id' } }, 'Eve'),
      update({ id: 1 }, 'Nobody'),
      update({ id: 51 }, 'Dia'),
      update({ id: 78 }, 'Gone'),
    ]);
    expect(answer.status).toBe(409);
    const told = answer.json.conflicts.map(
      ({ change, key, gone }: { change: number; key: object; gone?: true }) => [change, key, gone ?? false],
    );
    expect(told).toEqual([
      [1, { id: 51 }, false],
      [2, { id: 1 }, false],
      [4, { id: 78 }, true],
    ]);
    expect((await customer(51)).status).toBe(404);
  });

  test('several changes of one row are applied in order', async () => {
    const answer = await send([
      { op: 'update', entity: 'customer', key: { id: 3 }, set: { age: 1 }, expect: { age: null } },
      {
        op: 'update',
        entity: 'customer',
        key: { id: 3 },
        set: { age: 2, name: 'Cyd' },
        expect: { age: 1, name: 'Cy' },
      },
    ]);
    expect(answer.status).toBe(201);
    expect(
      answer.json.changes.map(({ before, after }: { before: { age: number }; after: { age: number } }) => [
        before.age,
        after.age,
      ]),
    ).toEqual([
      [null, 1],
      [1, 2],
    ]);
    expect((await shop.ask('POST', `/changes/${answer.json.id}/undo`)).status).toBe(201);
    expect(await customer(3)).toMatchObject({ age: null, name: 'Cy' });
  });

  test('a row that the set inserts or moves is addressed by its current key, and compared before it is changed', async () => {
    const made = [
      { op: 'insert', entity: 'customer', ref: 'new', set: { id: 50, name: 'Di' } },
      { op: 'update', entity: 'customer', key: { id: 50 }, set: { name: 'Dia' }, expect: { name: 'Di' } },
    ];
    const moved = [
      { op: 'update', entity: 'line', key: { purchase_id: 10, n: 1 }, set: { n: 9 }, expect: { n: 1 } },
      { op: 'update', entity: 'line', key: { purchase_id: 10, n: 2 }, set: { n: 1 }, expect: { n: 2 } },
      {
        op: 'update',
        entity: 'line',
        key: { purchase_id: 10, n: 9 },
        set: { n: 2 },
        expect: { what: 'pen', n: 9 },
      },
    ];
    const again = [
      { op: 'delete', entity: 'line', key: { purchase_id: 12, n: 1 }, expect: { what: 'cup' } },
      { op: 'insert', entity: 'line', set: { purchase_id: 12, n: 1, what: 'mug' } },
      {
        op: 'update',
        entity: 'line',
        key: { purchase_id: 12, n: 1 },
        set: { what: 'jug' },
        expect: { what: 'mug' },
      },
    ];
    const lines = async () =>
      (await shop.ask('GET', '/tables/line')).json.data.map(
        ({ purchase_id: id, n, what }: Record<string, unknown>) => `${id} ${n} ${what}`,
      );
    const done = await send([...made, ...moved, ...again]);
    expect(done.json).toMatchObject({ state: 'done' });
    expect((await customer(50)).name).toBe('Dia');
    expect(await lines()).toEqual(['10 1 ink', '10 2 pen', '12 1 jug']);
    expect((await shop.ask('POST', `/changes/${done.json.id}/undo`)).status).toBe(201);
    expect(await lines()).toEqual(['10 1 pen', '10 2 ink', '12 1 cup']);

    const wrong = (change: object, before: object[]) =>
      send([...before, { op: 'update', ...change }]).then(({ status, json }) => [status, json.conflicts]);
    const name = { column: 'name', expected: 'Eve', yours: 'Flo', now: 'Dia' };
    const byReference = { id: { ref: 'new', column: 'id' } };
    for (const key of [{ id: 50 }, byReference]) {
      const change = { entity: 'customer', key, set: { name: 'Flo' }, expect: { name: 'Eve' } };
      expect(await wrong(change, made)).toEqual([
        409,
        [{ change: 2, entity: 'customer', key: { id: 50 }, cells: [name] }],
      ]);
    }
    const old = {
      entity: 'line',
      key: { purchase_id: 10, n: 1 },
      set: { what: 'x' },
      expect: { what: 'pen' },
    };
    const gone = { column: 'what', expected: 'pen', yours: 'x', now: null };
    expect(await wrong(old, moved.slice(0, 1))).toEqual([
      409,
      [{ change: 1, entity: 'line', key: { purchase_id: 10, n: 1 }, gone: true, cells: [gone] }],
    ]);
    const cascaded = [{ op: 'delete', entity: 'customer', key: { id: 1 }, expect: {} }];
    expect(await wrong(old, cascaded)).toEqual([
      409,
      [{ change: 1, entity: 'line', key: { purchase_id: 10, n: 1 }, gone: true, cells: [gone] }],
    ]);
    const twice = [
      { op: 'update', entity: 'counted', key: { id: 1 }, set: { a: 5 }, expect: { a: 4 } },
      { op: 'update', entity: 'counted', key: { id: 1 }, set: { a: 4 }, expect: { a: 5, twice: 10 } },
    ];
    expect((await send(twice)).status).toBe(201);
  });

  test('cascaded changes are part of the set, and undone with it', async () => {
    const tables = ['customer', 'purchase', 'line', 'review'];
    const lists = () =>
      Promise.all(tables.map(async (name) => (await shop.ask('GET', `/tables/${name}`)).text));
    const before = await lists();
    const answer = await send([
      { op: 'delete', entity: 'customer', key: { id: 1 }, expect: { name: 'Ada' } },
    ]);
    expect(answer.status).toBe(201);
    const told = answer.json.changes.map(
      ({ op, entity, cascade }: { op: string; entity: string; cascade?: true }) =>
        `${op} ${entity} ${cascade === true}`,
    );
    expect(told.toSorted()).toEqual(
      [
        'delete customer false',
        'delete line true',
        'delete line true',
        'delete purchase true',
        'delete purchase true',
        'update review true',
      ].toSorted(),
    );
    expect(await lists()).not.toEqual(before);
    expect((await shop.ask('POST', `/changes/${answer.json.id}/undo`)).status).toBe(201);
    expect(await lists()).toEqual(before);
  });

  test.each([
    ['folder', [4, 2]],
    ['folder', [1]],
    ['parcel', [1]],
  ])('rows of %s with the keys %j are restored together with their cascades', async (entity, ids) => {
    const lists = () =>
      Promise.all(
        ['folder', 'parcel', 'parcel_item', 'label'].map((name) =>
          shop.database.rows(`select * from ${name} order by id`),
        ),
      );
    const before = await lists();
    const answer = await send(ids.map((id) => ({ op: 'delete', entity, key: { id }, expect: {} })));
    expect(answer.status, answer.text).toBe(201);
    const undone = await shop.ask('POST', `/changes/${answer.json.id}/undo`);
    expect(undone.status, undone.text).toBe(201);
    expect(await lists()).toEqual(before);
    const redone = await shop.ask('POST', `/changes/${undone.json.id}/undo`);
    expect(redone.status, redone.text).toBe(201);
    expect((await shop.ask('POST', `/changes/${redone.json.id}/undo`)).status).toBe(201);
    expect(await lists()).toEqual(before);
  });

  describe('refuses with a pointer', () => {
    test.each<[string, unknown, number, string, string]>([
      [
        'an unknown column',
        { op: 'insert', entity: 'customer', set: { id: 70, nam: 'x' } },
        400,
        '/changes/0/set/nam',
        'invalid-change',
      ],
      [
        'an unknown entity',
        { op: 'insert', entity: 'custome', set: {} },
        400,
        '/changes/0/entity',
        'invalid-change',
      ],
      [
        'an incomplete key',
        { op: 'delete', entity: 'line', key: { n: 1 }, expect: {} },
        400,
        '/changes/0/key',
        'invalid-change',
      ],
      [
        'an unknown field',
        { op: 'delete', entity: 'line', key: {}, expect: {}, x: 1 },
        400,
        '/changes/0/x',
        'malformed-request',
      ],
      [
        'a missing expectation',
        { op: 'update', entity: 'customer', key: { id: 1 }, set: { age: 1 }, expect: {} },
        400,
        '/changes/0/expect',
        'invalid-change',
      ],
      [
        'an unknown reference',
        { op: 'insert', entity: 'review', set: { id: 9, customer_id: { ref: 'z', column: 'id' } } },
        400,
        '/changes/0/set/customer_id',
        'invalid-change',
      ],
      [
        'a generated column',
        { op: 'insert', entity: 'counted', set: { id: 2, a: 1, twice: 2 } },
        422,
        '/changes/0/set/twice',
        'refused-value',
      ],
      [
        'a null in a required column',
        { op: 'insert', entity: 'customer', set: { id: 70, name: null } },
        422,
        '/changes/0/set/name',
        'refused-value',
      ],
      [
        'a missing value',
        { op: 'insert', entity: 'customer', set: { id: 70 } },
        422,
        '/changes/0/set/name',
        'refused-value',
      ],
      [
        'a reference to a missing row',
        { op: 'insert', entity: 'invoice', set: { id: 9, customer_id: 999 } },
        422,
        '/changes/0/set/customer_id',
        'refused-value',
      ],
      [
        'a row that others refer to',
        { op: 'delete', entity: 'customer', key: { id: 3 }, expect: {} },
        422,
        '/changes/0',
        'refused-value',
      ],
      [
        'too many decimals',
        { op: 'insert', entity: 'purchase', set: { customer_id: 1, total: '5.123' } },
        422,
        '/changes/0/set/total',
        'refused-value',
      ],
      [
        'a key that is taken',
        { op: 'insert', entity: 'customer', set: { id: 2, name: 'x' } },
        409,
        '/changes/0/set/id',
        'key-taken',
      ],
      [
        'an email that is taken',
        { op: 'insert', entity: 'customer', set: { id: 71, name: 'x', email: 'ada@example.org' } },
        409,
        '/changes/0/set/email',
        'key-taken',
      ],
    ])('%s', async (_name, change, status, pointer, kind) => {
      const answer = await send([change]);
      expect([answer.status, answer.json.pointer, answer.json.type]).toEqual([
        status,
        pointer,
        `urn:joinery:problem:${kind}`,
      ]);
      if (kind === 'key-taken') expect(answer.json.record).toMatch(/customer\/recs\/\[[12]\]$/);
      if (pointer.endsWith('/nam')) expect(answer.json.allowed).toEqual(['id', 'name', 'email', 'age']);
    });

    test('a text that is too long is refused, unless the engine has no limit', async () => {
      const name = 'x'.repeat(21);
      const answer = await send([{ op: 'insert', entity: 'customer', set: { id: 72, name } }]);
      if (engine === 'sqlite') {
        expect(answer.status).toBe(201);
        await shop.ask('POST', `/changes/${answer.json.id}/undo`);
      } else expect([answer.status, answer.json.type]).toEqual([422, 'urn:joinery:problem:refused-value']);
    });
  });

  test('concurrent requests with the same Idempotency-Key are applied once', async ({ annotate }) => {
    const changes = [{ op: 'insert', entity: 'customer', set: { id: 80, name: 'Gil' } }];
    const headers = { 'idempotency-key': 'once' };
    const answers = await Promise.all([1, 2, 3].map(() => send(changes, {}, headers)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const other = await send([{ ...changes[0], set: { id: 81, name: 'Gil' } }], {}, headers);
    expect([other.status, other.json.type]).toEqual([409, 'urn:joinery:problem:idempotency-key-reused']);
    await annotate(`${engine}: sent 3 times at once with one Idempotency-Key, done once`, 'A23');
    // A refused request may be retried.
    const refused = await send(
      [{ op: 'insert', entity: 'invoice', set: { id: 9, customer_id: 999 } }],
      {},
      { 'idempotency-key': 'two' },
    );
    expect(refused.status).toBe(422);
    expect(
      (
        await send(
          changes.map((one) => ({ ...one, set: { id: 82, name: 'Hal' } })),
          {},
          { 'idempotency-key': 'two' },
        )
      ).status,
    ).toBe(201);
  });

  test('a client that lost the answer finds its change set by the Idempotency-Key', async () => {
    const of = (key: string, more = '') =>
      shop.ask('GET', `/changes?idempotency_key=${encodeURIComponent(key)}${more}`);
    const changes = [{ op: 'insert', entity: 'customer', set: { id: 88, name: 'Ida' } }];
    const key = { 'idempotency-key': 'lost & found' };
    expect((await of('lost & found')).json).toEqual({ changes: [] });
    const tried = await send(changes, { dry_run: true }, key);
    expect([tried.status, (await of('lost & found')).json]).toEqual([200, { changes: [] }]);
    const done = await send(changes, {}, key);
    expect((await of('lost & found')).json).toEqual({ changes: [done.json] });
    const refused = await send(changes, {}, { 'idempotency-key': 'taken' });
    expect([refused.status, (await of('taken')).json]).toEqual([409, { changes: [] }]);
    expect((await of('lost & found', '&entity=customer')).json.detail).toBe(
      'The parameter "idempotency_key" stands by itself.',
    );
  });

  test('the history can be filtered by entity and by record', async () => {
    await send([{ op: 'insert', entity: 'customer', set: { id: 70, name: 'Gil' } }], { note: 'made' });
    await send(
      [{ op: 'update', entity: 'customer', key: { id: 70 }, set: { age: 7 }, expect: { age: null } }],
      {
        note: 'aged',
      },
    );
    await send([{ op: 'insert', entity: 'line', set: { purchase_id: 10, n: 70, what: 'box' } }], {
      note: 'boxed',
    });
    const notes = async (query: string) =>
      (await shop.ask('GET', `/changes?${query}`)).json.changes.map(({ note }: { note: string }) => note);
    expect(await notes('entity=customer&key=[70]')).toEqual(['aged', 'made']);
    expect(await notes('entity=line&key=[10,70]')).toEqual(['boxed']);
    expect(await notes('entity=customer&key=[71]')).toEqual([]);
    expect(await notes('entity=nothing&key=[70]')).toEqual([]);
    expect((await notes('entity=customer')).slice(0, 2)).toEqual(['aged', 'made']);
    expect((await shop.ask('GET', '/changes?key=[70]')).status).toBe(400);
    expect(await notes('user=nobody')).toEqual([]);
  });

  test('a large set over several tables is read whole, found by each of its rows, and undone', async () => {
    const ids = Array.from({ length: 30 }, (_, i) => 3_000 + i);
    const customers = ids.map((id) => ({
      op: 'insert',
      entity: 'customer',
      set: { id, name: `many ${id}` },
    }));
    const line = { op: 'insert', entity: 'line', set: { purchase_id: 10, n: 3_000, what: 'box' } };
    const { json: made } = await send([...customers, line], { note: 'many' });
    expect(made.changes).toHaveLength(31);
    expect((await shop.ask('GET', `/changes/${made.id}`)).json).toEqual(made);
    // The history lists the first changes of each set, or the record's own first.
    const [listed] = (await shop.ask('GET', '/changes')).json.changes;
    expect(listed).toEqual({ ...made, count: 31, changes: made.changes.slice(0, 20) });
    const [ofLine] = (await shop.ask('GET', '/changes?entity=line&key=[10,3000]')).json.changes;
    expect(ofLine.changes).toEqual([made.changes[30], ...made.changes.slice(0, 19)]);
    const notes = async (query: string) =>
      (await shop.ask('GET', `/changes?${query}`)).json.changes.map(({ note }: { note: string }) => note);
    expect(await notes('entity=customer&key=[3029]')).toEqual(['many']);
    expect(await notes('entity=line&key=[10,3000]')).toEqual(['many']);
    expect(await notes('entity=line&key=[10,3001]')).toEqual([]);
    expect((await notes('entity=line'))[0]).toBe('many');
    expect((await shop.ask('POST', `/changes/${made.id}/undo`)).status).toBe(201);
    expect((await shop.ask('GET', '/tables/customer/recs/[3029]')).status).toBe(404);
    expect((await shop.ask('GET', '/tables/line/recs/[10,3000]')).status).toBe(404);
  });

  test('the history has the notes and the undone set of requests with an idempotency key', async () => {
    const changes = [{ op: 'insert', entity: 'customer', set: { id: 85, name: 'Jo' } }];
    const made = await send(changes, { note: 'why' }, { 'idempotency-key': 'noted' });
    const undo = await shop.ask(
      'POST',
      `/changes/${made.json.id}/undo`,
      { note: 'why not' },
      { 'idempotency-key': 'noted undo' },
    );
    const { json } = await shop.ask('GET', '/changes?limit=2');
    expect(json.changes).toEqual([undo.json, made.json]);
    expect(undo.json).toMatchObject({ note: 'why not', undoes: made.json.id });
    expect(made.json.note).toBe('why');
  });

  test('a dry run reports a conflict exactly as the set itself does', async () => {
    const change = {
      op: 'update',
      entity: 'customer',
      key: { id: 2 },
      set: { age: 41 },
      expect: { age: 99 },
    };
    const { json: refused } = await send([change]);
    const { json: tried } = await send([change], { dry_run: true });
    expect(tried.refusals[0].conflicts).toEqual(refused.conflicts);
    expect(refused.conflicts[0].cells[0]).toMatchObject({ column: 'age', expected: 99, yours: 41 });
    expect(typeof refused.conflicts[0].cells[0].now).toBe('number');
  });

  test('a dry run reports all changes and refusals, and changes nothing', async () => {
    const before = (await shop.ask('GET', '/tables/customer')).text;
    const history = (await shop.ask('GET', '/changes')).text;
    const answer = await send(
      [
        { op: 'update', entity: 'customer', key: { id: 1 }, set: { age: 40 }, expect: { age: 36 } },
        { op: 'update', entity: 'customer', key: { id: 1 }, set: { name: 'Z' }, expect: { name: 'Wrong' } },
        { op: 'insert', entity: 'invoice', set: { id: 9, customer_id: 999 } },
        { op: 'insert', entity: 'customer', set: { id: 90, name: 'Ida' } },
      ],
      { dry_run: true },
    );
    expect(answer.status).toBe(200);
    const { dry_run, changes, sql, refusals } = answer.json;
    expect(dry_run).toBe(true);
    expect(changes.map(({ op, key }: { op: string; key: { id: number } }) => [op, key.id])).toEqual([
      ['update', 1],
      ['insert', 90],
    ]);
    expect(refusals.map(({ pointer, type }: { pointer: string; type: string }) => [pointer, type])).toEqual([
      ['/changes/1', 'urn:joinery:problem:conflicting-change'],
      ['/changes/2/set/customer_id', 'urn:joinery:problem:refused-value'],
    ]);
    expect(refusals[0].conflicts[0]).toMatchObject({ change: 1, cells: [{ column: 'name', now: 'Ada' }] });
    expect(sql[0].sql).toMatch(/^update .*customer.* set .*age/);
    expect((await shop.ask('GET', '/tables/customer')).text).toBe(before);
    expect((await shop.ask('GET', '/changes')).text).toBe(history);
  });

  test('a dry run finds every refusal among many changes, and those that follow from them', async () => {
    const insert = (id: number, age: unknown) => ({
      op: 'insert',
      entity: 'customer',
      ref: `r${id}`,
      set: { id, name: `n${id}`, age },
    });
    const referring = (id: number) => ({
      op: 'insert',
      entity: 'purchase',
      set: { customer_id: { ref: `r${id}`, column: 'id' }, total: 1 },
    });
    const ids = Array.from({ length: 40 }, (_, i) => 7_000 + i);
    const isBad = (id: number) => id % 10 === 5;
    const answer = await send(
      [
        ...ids.map((id) => insert(id, isBad(id) ? -1 : 1)),
        { op: 'update', entity: 'customer', key: { id: 2 }, set: { age: 3 }, expect: { age: 99 } },
        ...ids.map(referring),
        { op: 'insert', entity: 'customer', set: { id: 7_000, name: 'twin' } },
      ],
      { dry_run: true },
    );
    const told = answer.json.refusals.map(({ pointer, type }: { pointer: string; type: string }) => [
      pointer,
      type.split(':').at(-1),
    ]);
    const bad = ids.flatMap((id, i) => (isBad(id) ? [i] : []));
    expect(told).toEqual([
      ...bad.map((i) => [`/changes/${i}/set/age`, 'refused-value']),
      ['/changes/40', 'conflicting-change'],
      ...bad.map((i) => [`/changes/${41 + i}/set/customer_id`, 'refused-value']),
      ['/changes/81/set/id', 'key-taken'],
    ]);
    const { changes } = answer.json;
    expect(changes).toHaveLength(2 * (ids.length - bad.length));
    const made = changes.filter(({ entity }: { entity: string }) => entity === 'purchase');
    expect(made.map(({ after }: { after: { customer_id: number } }) => after.customer_id)).toEqual(
      ids.filter((id) => !isBad(id)),
    );
  });

  test('in a dry run, the effects of a refused change are not reported for other changes', async () => {
    const { json } = await send(
      [
        { op: 'insert', entity: 'customer', set: { id: 7_100, name: 'Ed' } },
        { op: 'insert', entity: 'review', set: { id: 7_100, customer_id: 7_100 } },
        { op: 'insert', entity: 'invoice', set: { id: 7_100, customer_id: 7_100 } },
        // The invoice still refers to the customer.
        { op: 'delete', entity: 'customer', key: { id: 7_100 }, expect: {} },
        { op: 'delete', entity: 'review', key: { id: 7_100 }, expect: {} },
      ],
      { dry_run: true },
    );
    expect(json.refusals.map(({ pointer }: { pointer: string }) => pointer)).toEqual(['/changes/3']);
    expect(json.changes.map(({ op, entity }: { op: string; entity: string }) => [op, entity])).toEqual([
      ['insert', 'customer'],
      ['insert', 'review'],
      ['insert', 'invoice'],
      ['delete', 'review'],
    ]);
  });

  test('a dry run reports violations of deferred constraints', async () => {
    const tried = await send(
      [
        { op: 'insert', entity: 'node', set: { id: 1, up: 2 } },
        { op: 'insert', entity: 'node', set: { id: 3, up: 99 } },
        { op: 'update', entity: 'node', key: { id: 50 }, set: { up: 98 }, expect: { up: 50 } },
        { op: 'delete', entity: 'node', key: { id: 60 }, expect: {} },
        { op: 'insert', entity: 'node', set: { id: 2, up: 2 } },
      ],
      { dry_run: true },
    );
    const told = tried.json.refusals.map(({ pointer, type }: { pointer: string; type: string }) => [
      pointer,
      type.split(':').at(-1),
    ]);
    const late = [
      ['/changes/1/set/up', 'refused-value'],
      ['/changes/2/set/up', 'refused-value'],
      ['/changes/3', 'refused-value'],
    ];
    expect(told).toEqual(engine === 'mysql' ? [['/changes/0/set/up', 'refused-value'], ...late] : late);
  });

  test('hundreds of rows are changed and undone as one set', async () => {
    const count = isLongRun ? 500 : 200;
    const changes = Array.from({ length: count }, (_, i) => ({
      op: 'insert',
      entity: 'customer',
      set: { id: 1_000 + i, name: `n${i}`, age: i },
    }));
    const made = await send(changes);
    expect(made.status).toBe(201);
    const updates = changes.map(({ set: { id, age } }) => ({
      op: 'update',
      entity: 'customer',
      key: { id },
      set: { age: age + 1 },
      expect: { age },
    }));
    const updated = await send(updates);
    expect(updated.status).toBe(201);
    expect(
      await shop.database
        .rows('select count(*), sum(age) from customer where id >= 1000')
        .then(([row]) => row?.map(Number)),
    ).toEqual([count, (count * (count + 1)) / 2]);
    expect((await shop.ask('POST', `/changes/${updated.json.id}/undo`)).status).toBe(201);
    expect((await shop.ask('POST', `/changes/${made.json.id}/undo`)).status).toBe(201);
    expect(
      await shop.database
        .rows('select count(*) from customer where id >= 1000')
        .then(([row]) => row?.map(Number)),
    ).toEqual([0]);
  });
});

/** A column that the database sets on every update, like a modification time. */
const stamping: Record<LiveEngine, string> = {
  sqlite: `create table touched (id integer primary key, a integer, stamp integer default 0);
    create trigger touch after update on touched begin update touched set stamp = old.stamp + 1 where id = new.id; end;`,
  postgres: `create table touched (id integer primary key, a integer, stamp integer default 0);
    create function touch() returns trigger language plpgsql as 'begin new.stamp := old.stamp + 1; return new; end';
    create trigger touch before update on touched for each row execute function touch();`,
  mysql: `create table touched (id integer primary key, a integer, stamp integer default 0,
      at timestamp not null default '2001-01-01 00:00:00' on update current_timestamp);
    create trigger touch before update on touched for each row set new.stamp = old.stamp + 1;`,
};

test.each(liveEngines)(
  'values that %s itself sets are reported, and do not prevent an undo',
  async (engine) => {
    await using shop = await openShop(
      engine,
      `${stamping[engine]} insert into touched (id, a) values (1, 5);`,
    );
    const row = async () => (await shop.ask('GET', '/tables/touched/recs/[1]')).json;
    const first = await row();
    const change = { op: 'update', entity: 'touched', key: { id: 1 }, set: { a: 6 }, expect: { a: 5 } };
    const done = await shop.ask('POST', '/changes', { changes: [change] });
    const second = await row();
    expect([second.a, second.stamp]).toEqual([6, 1]);
    const { at, ...told } = done.json.changes[0].after;
    expect(told).toEqual({ id: 1, a: 6, stamp: 1 });
    // MySQL has a table option for it, which an explicit value overrides.
    if (engine === 'mysql') expect([at, at === first.at]).toEqual([second.at, false]);
    const undone = await shop.ask('POST', `/changes/${done.json.id}/undo`);
    expect([undone.status, undone.json.changes?.[0].after.a, undone.json.changes?.[0].after.stamp]).toEqual([
      201, 5, 2,
    ]);
    const third = await row();
    expect([third.a, third.stamp, third.at]).toEqual([5, 2, first.at]);
    const again = await shop.ask('POST', `/changes/${undone.json.id}/undo`);
    expect([again.status, (await row()).a, (await row()).stamp]).toEqual([201, 6, 3]);
  },
);

test('a row whose key only PostgreSQL can generate is restored with the same key', async () => {
  await using shop = await openShop(
    'postgres',
    'create table ticket (id integer generated always as identity primary key, what text);',
  );
  const made = await shop.ask('POST', '/tables/ticket/add', { what: 'one' });
  expect([made.status, made.json.id]).toEqual([201, 1]);
  const given = await shop.ask('POST', '/tables/ticket/add', { id: 9, what: 'two' });
  expect(given.status).toBe(422);
  const removed = await shop.ask('POST', '/changes', {
    changes: [{ op: 'delete', entity: 'ticket', key: { id: 1 }, expect: { what: 'one' } }],
  });
  expect((await shop.ask('POST', `/changes/${removed.json.id}/undo`)).status).toBe(201);
  expect((await shop.ask('GET', '/tables/ticket/recs/[1]')).json.what).toBe('one');
});

test('the user setting of PostgreSQL holds the name of the user who makes the change', async () => {
  const users = await openUsers('ada=lovelace\nbo=diddley\n');
  await using shop = await openShop(
    'postgres',
    "create table said (id integer primary key, who text default current_setting('app.user', true));",
    { access: users.access, userSetting: 'app.user' },
  );
  for (const [id, name, password] of [
    [1, 'ada', 'lovelace'],
    [2, 'bo', 'diddley'],
  ] as const) {
    const session = await login(shop.service.base, name, password);
    const made = await shop.ask('POST', '/tables/said/add', { id }, session);
    expect(made.json.who).toBe(name);
    const changes = [{ op: 'insert', entity: 'said', set: { id: 9 } }];
    const tried = await shop.ask('POST', '/changes', { changes, dry_run: true }, session);
    expect(tried.json.changes[0].after.who).toBe(name);
  }
  users.close();
});
