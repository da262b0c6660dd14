/** The policy decides who may change what: by columns, by rows before the change, and by a check of rows after it. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Audit } from '../../src/app/audit/audit.ts';
import { AuditEntry } from '../../src/contract/audit.ts';
import type { PolicyDocument } from '../../src/contract/policy.ts';
import { type StatementStart, statementChannel } from '../../src/dialects/base/trace.ts';
import { Policy } from '../../src/identity/policy.ts';
import { temporaryStore } from '../../src/store/open.ts';
import type { Store } from '../../src/store/store.ts';
import { basic } from '../http/service.ts';
import { anyName } from '../policy/service.ts';
import { type LiveEngine, liveEngines } from '../support/engines.ts';
import { isLongRun } from '../support/long-run.ts';
import { autoKey, openShop, type Shop } from './shop.ts';

const func = (name: string, ...args: object[]) => ({ func: { name, args } });
const older = (age: number) => func('GTE', { attr: 'age' }, { value: age });

const document: PolicyDocument = {
  users: {
    ann: { roles: ['clerk'], attributes: { least: 30 } },
    bob: { roles: ['reader'] },
    cat: { roles: ['keeper'] },
    dan: { roles: ['namer'] },
    eve: { roles: ['admin', 'all'] },
    ada: { roles: ['admin', 'old'] },
  },
  roles: {
    reader: { customer: { read: true } },
    admin: {},
    namer: { customer: { read: true, insert: { columns: ['id', 'name'] } } },
    keeper: {
      customer: {
        read: true,
        insert: { columns: ['id', 'name', 'email', 'age'], check: older(90) },
        update: { columns: ['name'], rows: older(90) },
      },
    },
    old: { customer: { read: { rows: older(90) }, update: true, delete: true, insert: true } },
    // Shelves, but none of the books on them.
    shelver: {
      shelf: { read: true, delete: true },
      book: { read: { rows: func('EQ', { attr: 'id' }, { value: 99 }) } },
    },
    // Old customers with their purchases and reviews, but not what was bought.
    desk: {
      customer: { read: { rows: older(90) }, delete: true },
      purchase: {
        read: {
          columns: ['*', '-note'],
          rows: func('EXISTS', {
            entity: { id: 'customer', relation: { attr_parent: 'customer_id' } },
            where: older(90),
          }),
        },
      },
      review: { read: { rows: func('GTE', { attr: 'customer_id' }, { value: 1 }) } },
    },
    elder: { customer: { read: { rows: older(90) }, update: true } },
    // All customers and medals, and no other table.
    counter: {
      customer: { read: true, delete: true, insert: true },
      medal: { read: true, insert: true, update: true },
    },
    all: { '*': { read: true, insert: true, update: true, delete: true } },
    clerk: {
      customer: {
        read: { columns: ['*', '-email'], rows: older(20) },
        insert: { columns: ['id', 'name', 'age'], check: older(30) },
        update: { columns: ['age', 'name'], rows: func('GTE', { attr: 'age' }, { user: 'least' }) },
        delete: { rows: older(90) },
      },
      purchase: { read: true, insert: true, update: { columns: ['note'] } },
      account: { read: { columns: ['id', 'owner'] }, insert: true, update: true },
      badge: { read: { columns: ['id', 'name'] }, insert: true },
      locker: { read: { columns: ['word'] }, insert: true },
      stamp: { read: { columns: ['*', '-seen_by'] }, update: true },
      shelf: { read: { rows: func('EQ', { attr: 'hall' }, { value: 'a' }) } },
      book: { read: true, insert: true, update: true },
      worker: { read: { columns: ['id', 'name'] }, delete: true },
    },
    // Names of all customers, and everything of old ones: overlapping roles show some columns only in some rows.
    names: {
      customer: { read: { columns: ['id', 'name', 'age'] }, insert: true, update: true, delete: true },
    },
    // All columns of old customers; the others without their keys.
    keyless: { customer: { read: { columns: ['name', 'age'] }, insert: true, update: true } },
  },
};

/** Tables of which a clerk sees only some columns. */
const tables = (engine: LiveEngine) => `
create table account (id integer not null primary key, owner varchar(20) not null, pin integer default 3, code varchar(20) default 'one',
  constraint account_code unique (code), check (owner <> 'weak' or pin > 5));
create table badge (id integer not null primary key, name varchar(20), grade integer not null);
create table locker (combination ${autoKey[engine]}, word varchar(20));
create table stamp (id integer not null primary key, seen_by varchar(20), name varchar(20));
insert into stamp values (1, 'nobody', 'a');
create table medal (id integer not null primary key, code varchar(9), unique (code)${engine === 'sqlite' ? ' on conflict replace' : ''});
insert into medal values (1, 'a');
create table shelf (floor integer not null, n integer not null, hall varchar(5), primary key (floor, n));
insert into shelf values (1, 1, 'a'), (1, 2, 'b'), (2, 1, 'b');
create table book (id integer not null primary key, floor integer, n integer,
  constraint book_shelf foreign key (floor, n) references shelf (floor, n));
insert into book values (1, 1, 1);
create table worker (id integer not null primary key, name varchar(20), leader integer,
  constraint worker_leader foreign key (leader) references worker (id));
insert into worker values (1, 'Ada', null), (2, 'Bo', 2);
`;
const policy = new Policy(document);

describe.each(liveEngines)('on %s', (engine) => {
  let shop: Shop;
  let store: Store;
  let audit: Audit;
  let current = policy;
  beforeAll(async () => {
    store = await temporaryStore();
    audit = new Audit(store, (message) => expect.fail(message));
    shop = await openShop(
      engine,
      `insert into customer values (4, 'Di', 'di@example.org', 95), (5, 'Ed', 'x', 19);${tables(engine)}`,
      {
        access: anyName,
        directory: { rightsOf: (name) => current.rightsOf(name) },
        isLimited: () => true,
        store,
        audit,
      },
    );
  });
  afterAll(async () => {
    await shop[Symbol.asyncDispose]();
    await audit.settled();
    await store.close();
  });

  const as = (user: string) => ({
    send: (...changes: unknown[]) => shop.ask('POST', '/changes', { changes }, basic(user, 'x')),
    ask: (method: string, path: string, body?: unknown, headers = {}) =>
      shop.ask(method, path, body, { ...basic(user, 'x'), ...headers }),
  });
  const update = (id: number, set: object, expected: object) => ({
    op: 'update',
    entity: 'customer',
    key: { id },
    set,
    expect: expected,
  });

  /** A user's last entry in the audit log. */
  const lastOf = async (user: string): Promise<AuditEntry> => {
    const response = await shop.service.get(`/api/audit?user=${user}&order=desc&limit=1`, {
      headers: basic('eve', 'x'),
    });
    return AuditEntry.parse(await response.json());
  };

  test.each<[string, string, object, number, string | undefined]>([
    ['an update of a granted row is accepted', 'ann', update(1, { age: 37 }, { age: 36 }), 201, undefined],
    [
      'an update of a visible row without a grant is refused',
      'ann',
      update(2, { age: 40 }, { age: 20 }),
      403,
      '/changes/0',
    ],
    [
      'an update that moves the row out of the granted rows is refused',
      'ann',
      update(1, { age: 10 }, { age: 37 }),
      403,
      '/changes/0/set',
    ],
    ['an update of a hidden row is a conflict', 'ann', update(5, { age: 40 }, { age: 19 }), 409, undefined],
    [
      'an update of a row that never existed is a conflict',
      'ann',
      update(999, { age: 40 }, { age: 19 }),
      409,
      undefined,
    ],
    [
      'an update of a hidden column is refused as unknown',
      'ann',
      update(1, { email: 'z' }, { email: 'ada@example.org' }),
      400,
      '/changes/0/set/email',
    ],
    [
      'an expectation for a hidden column is refused as unknown',
      'ann',
      update(1, { age: 38 }, { age: 37, email: 'x' }),
      400,
      '/changes/0/expect/email',
    ],
    [
      'a granted insert is accepted',
      'ann',
      { op: 'insert', entity: 'customer', set: { id: 20, name: 'N', age: 33 } },
      201,
      undefined,
    ],
    [
      'an insert that fails the check is refused',
      'ann',
      { op: 'insert', entity: 'customer', set: { id: 21, name: 'N', age: 3 } },
      403,
      '/changes/0/set',
    ],
    [
      'a delete without a grant is refused',
      'ann',
      { op: 'delete', entity: 'customer', key: { id: 1 }, expect: {} },
      403,
      '/changes/0',
    ],
    [
      'a granted delete is accepted',
      'ann',
      { op: 'delete', entity: 'customer', key: { id: 4 }, expect: { name: 'Di' } },
      201,
      undefined,
    ],
    [
      'an update of a visible column without a grant is refused',
      'ann',
      { op: 'update', entity: 'purchase', key: { id: 10 }, set: { total: 1 }, expect: { total: 5.5 } },
      403,
      '/changes/0/set/total',
    ],
    [
      'a reference to a hidden row is refused',
      'ann',
      { op: 'insert', entity: 'purchase', set: { customer_id: 5 } },
      422,
      '/changes/0/set/customer_id',
    ],
    [
      'a reference to a row that never existed is refused',
      'ann',
      { op: 'insert', entity: 'purchase', set: { customer_id: 999 } },
      422,
      '/changes/0/set/customer_id',
    ],
    [
      'a hidden entity is refused as unknown',
      'ann',
      { op: 'insert', entity: 'review', set: { id: 7 } },
      400,
      '/changes/0/entity',
    ],
    [
      'any change by a user who may only read is refused',
      'bob',
      update(1, { age: 50 }, { age: 37 }),
      403,
      '/changes/0',
    ],
    [
      'a change by a user without roles is refused',
      'zoe',
      update(1, { age: 50 }, { age: 37 }),
      400,
      '/changes/0/entity',
    ],
  ])('%s', async (_name, user, change, status, pointer) => {
    const answer = await as(user).send(change);
    expect([answer.status, answer.json.pointer], answer.text).toEqual([status, pointer]);
    expect(answer.text).not.toContain('example.org');
  });

  test('a hidden row is answered like one that never existed', async () => {
    const bodies = await Promise.all(
      [5, 999].map(async (id) =>
        (await as('ann').send(update(id, { age: 40 }, { age: 19 }))).text.replaceAll(`"id":${id}`, '"id":0'),
      ),
    );
    expect(bodies[0]).toBe(bodies[1]);
    const headers = { 'if-match': '*' };
    const records = await Promise.all(
      [5, 999].map(
        async (id) =>
          (await as('ann').ask('PATCH', `/tables/customer/recs/[${id}]`, { age: 40 }, headers)).text,
      ),
    );
    expect(records[0]).toBe(records[1]);
  });

  test('the audit log counts a record that is changed by its address as one row', async () => {
    for (const age of [38, 37]) {
      const { status } = await as('ann').ask(
        'PATCH',
        '/tables/customer/recs/[1]',
        { age },
        { 'if-match': '*' },
      );
      expect(status).toBe(200);
      expect(await lastOf('ann')).toMatchObject({ action: 'write', entities: ['customer'], rows: 1 });
    }
  });

  test('a change set can be read and undone only by its author and by admins', async () => {
    const made = await as('ann').send(update(1, { name: 'Ade' }, { name: 'Ada' }));
    expect(made.status).toBe(201);
    const { id } = made.json;
    expect(made.json.user).toBe('ann');
    expect((await as('bob').ask('GET', `/changes/${id}`)).status).toBe(404);
    expect((await as('bob').ask('POST', `/changes/${id}/undo`)).status).toBe(404);
    expect((await as('bob').ask('GET', '/changes')).json.changes).toEqual([]);
    expect((await as('bob').ask('GET', '/changes?user=ann')).json.changes).toEqual([]);
    // Filtering by another user does not return one's own sets instead.
    expect((await as('ann').ask('GET', '/changes?user=eve')).json.changes).toEqual([]);
    const ids = async (who: string, query: string) =>
      (await as(who).ask('GET', `/changes?${query}`)).json.changes.map((set: { id: string }) => set.id);
    expect(await ids('eve', 'user=ann')).toContain(id);
    expect(await ids('eve', 'user=bob')).not.toContain(id);
    expect((await as('ann').ask('GET', `/changes/${id}`)).json).toEqual(made.json);
    expect((await as('eve').ask('POST', `/changes/${id}/undo`)).status).toBe(201);
  });

  test('a reference cannot name a hidden column or find a hidden row', async () => {
    const copy = (column: string) => [
      { op: 'insert', entity: 'customer', ref: 'a', set: { id: 60, name: 'N', age: 33 } },
      {
        op: 'insert',
        entity: 'purchase',
        set: { id: 60, customer_id: { ref: 'a', column: 'id' }, note: { ref: 'a', column } },
      },
    ];
    const [hidden, never] = [await as('ann').send(...copy('email')), await as('ann').send(...copy('emaul'))];
    expect([hidden.status, hidden.json.allowed]).toEqual([400, ['id', 'name', 'age']]);
    expect(hidden.text).toBe(never.text.replaceAll('emaul', 'email'));
    // The purchase's id is that of a customer whom the policy hides.
    await shop.database.run("insert into customer values (61, 'Hid', 'hid@example.org', 19)");
    const byReference = (id: number) => [
      { op: 'insert', entity: 'purchase', ref: 'p', set: { id, customer_id: 1 } },
      {
        op: 'update',
        entity: 'customer',
        key: { id: { ref: 'p', column: 'id' } },
        set: { age: 44 },
        expect: { age: 19 },
      },
    ];
    const [found, gone] = [
      await as('ann').send(...byReference(61)),
      await as('ann').send(...byReference(999)),
    ];
    expect(found.status, found.text).toBe(409);
    expect(found.text).toBe(gone.text.replaceAll('999', '61'));
    const seen = await as('ann').send(...byReference(1));
    expect([seen.status, seen.json.conflicts?.[0].cells], seen.text).toEqual([
      409,
      [{ column: 'age', expected: 19, yours: 44, now: 37 }],
    ]);
  });

  test('a dry run follows references between the changes of a set', async () => {
    const trial = (age: number) =>
      as('ann').ask('POST', '/changes', {
        dry_run: true,
        changes: [
          { op: 'insert', entity: 'customer', ref: 'a', set: { id: 62, name: 'N', age } },
          { op: 'insert', entity: 'purchase', set: { customer_id: { ref: 'a', column: 'id' } } },
        ],
      });
    const good = await trial(33);
    expect([good.status, good.json.refusals], good.text).toEqual([200, []]);
    expect(good.json.changes.map(({ entity }: { entity: string }) => entity)).toEqual([
      'customer',
      'purchase',
    ]);
    const refused = await trial(3);
    expect(refused.json.refusals.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/changes/0/set',
      '/changes/1/set/customer_id',
    ]);
  });

  test('an undo does not reveal hidden columns', async () => {
    const made = await as('eve').send({
      op: 'insert',
      entity: 'customer',
      set: { id: 70, name: 'Old', email: 'old@example.org', age: 95 },
    });
    const removed = await as('ann').send({ op: 'delete', entity: 'customer', key: { id: 70 }, expect: {} });
    expect([made.status, removed.status]).toEqual([201, 201]);
    const back = await as('ann').ask('POST', `/changes/${removed.json.id}/undo`);
    expect([back.status, back.json.pointer], back.text).toEqual([403, '/changes/0']);
    expect(back.text).not.toContain('email');
    const added = await as('ann').send({
      op: 'insert',
      entity: 'customer',
      set: { id: 71, name: 'New', age: 95 },
    });
    await shop.database.run("update customer set email = 'new@example.org' where id = 71");
    const undone = await as('ann').ask('POST', `/changes/${added.json.id}/undo`);
    expect(undone.status, undone.text).toBe(201);
    expect(undone.text).not.toContain('email');
  });

  /** Runs the work while the user has other roles. */
  async function having<T>(user: string, roles: string[], work: () => Promise<T>): Promise<T> {
    const { users, roles: all } = policy.document ?? {};
    current = new Policy({ users: { ...users, [user]: { ...users?.[user], roles } }, roles: all });
    try {
      return await work();
    } finally {
      current = policy;
    }
  }

  test('neither a partly changed reference nor a value of a new row leads to a hidden row', async () => {
    const move = (set: object) => ({
      op: 'update',
      entity: 'book',
      key: { id: 1 },
      set,
      expect: { floor: 1, n: 1 },
    });
    const [hidden, never] = [await as('ann').send(move({ n: 2 })), await as('ann').send(move({ n: 7 }))];
    expect([hidden.status, hidden.json.pointer], hidden.text).toEqual([422, '/changes/0/set/n']);
    expect(hidden.text).toBe(never.text);
    const patched = async (floor: number) =>
      (await as('ann').ask('PATCH', '/tables/book/recs/[1]', { floor }, { 'if-match': '*' })).text;
    expect(await patched(2)).toBe(await patched(7));
    // The book's id is that of a customer whom the policy hides, or of nobody.
    await shop.database.run("insert into customer values (63, 'Hid', 'hid3@example.org', 19)");
    const bought = (id: number) =>
      as('ann').send(
        { op: 'insert', entity: 'book', ref: 'b', set: { id } },
        { op: 'insert', entity: 'purchase', set: { customer_id: { ref: 'b', column: 'id' } } },
      );
    const [byHidden, byNobody] = [await bought(63), await bought(999)];
    expect([byHidden.status, byHidden.json.pointer], byHidden.text).toEqual([
      422,
      '/changes/1/set/customer_id',
    ]);
    expect(byHidden.text).toBe(byNobody.text);
    expect((await bought(1_000_001)).status).toBe(422);
  });

  test("the history of a user's own changes reveals nothing that was hidden when they were made", async () => {
    await shop.database.run(
      "insert into customer values (64, 'Then', 'then@example.org', 40), (67, 'Gone', 'gone@example.org', 40)",
    );
    const { renamed, added, removed } = await having('ann', ['names'], async () => ({
      removed: await as('ann').send({ op: 'delete', entity: 'customer', key: { id: 67 }, expect: {} }),
      renamed: await as('ann').send(update(64, { name: 'Now' }, { name: 'Then' })),
      added: await as('ann').send({
        op: 'insert',
        entity: 'customer',
        set: { id: 65, name: 'New', age: 40 },
      }),
    }));
    expect([renamed.status, added.status, removed.status]).toEqual([201, 201, 201]);
    // By now the user may see all columns, but of other rows.
    await having('ann', ['old'], async () => {
      const read = await as('ann').ask('GET', `/changes/${renamed.json.id}`);
      expect(read.json.changes[0].before).toEqual({ id: 64, name: 'Then', age: 40 });
      for (const { id } of [renamed.json, added.json]) {
        const undone = await as('ann').ask('POST', `/changes/${id}/undo`);
        expect([undone.status, undone.json.conflicts[0].gone], undone.text).toEqual([409, true]);
        expect(undone.text).not.toContain('email');
      }
      // Deleted rows are restored, unseen.
      const back = await as('ann').ask('POST', `/changes/${removed.json.id}/undo`);
      expect([back.status, back.json.changes[0].after], back.text).toEqual([
        201,
        { id: 67, name: 'Gone', age: 40 },
      ]);
      expect((await as('ann').ask('GET', '/changes?limit=4')).text).not.toContain('email');
    });
    // A user who could always see all of it still can.
    const whole = await having('ann', ['all'], () =>
      as('ann').send(update(64, { name: 'Later' }, { name: 'Now' })),
    );
    const later = await having('ann', ['old'], () => as('ann').ask('GET', `/changes/${whole.json.id}`));
    expect(later.json.changes[0].before.email).toBe('then@example.org');
  });

  test.each([
    ['hidden', ['names'], 40],
    ['visible in some rows only', ['names', 'old'], 95],
  ])(
    'an undo does not overwrite what somebody has changed since in a column that is %s',
    async (_, roles, age) => {
      await shop.database.run(`delete from customer where id = 66`);
      await shop.database.run(`insert into customer values (66, 'Em', 'em@example.org', ${age})`);
      const { id } = (
        await having('ann', ['all'], () =>
          as('ann').send(update(66, { email: 'em2@example.org' }, { email: 'em@example.org' })),
        )
      ).json;
      const undo = () => having('ann', roles, () => as('ann').ask('POST', `/changes/${id}/undo`));
      const email = async () => (await shop.database.rows('select email from customer where id = 66')).flat();
      await shop.database.run("update customer set email = 'other@example.org' where id = 66");
      const refused = await undo();
      expect([refused.status, await email()], refused.text).toEqual([409, ['other@example.org']]);
      expect(refused.json.conflicts).toEqual([{ change: 0, entity: 'customer', key: { id: 66 }, cells: [] }]);
      await shop.database.run("update customer set email = 'em2@example.org' where id = 66");
      expect([(await undo()).status, await email()]).toEqual([201, ['em@example.org']]);
    },
  );

  test('an undo of a new row keeps what somebody has written since into columns that are visible in some rows only', async () => {
    const undone = (changes: object[]) =>
      having('ann', ['names', 'old'], async () => {
        const made = await as('ann').send(...changes);
        expect(made.status, made.text).toBe(201);
        await shop.database.run("update customer set email = 'later@example.org' where id = 73");
        const refused = await as('ann').ask('POST', `/changes/${made.json.id}/undo`);
        await shop.database.run('update customer set email = null where id = 73');
        const done = await as('ann').ask('POST', `/changes/${made.json.id}/undo`);
        return [refused.status, refused.json.conflicts, done.status];
      });
    const conflicts = (change: number) => [{ change, entity: 'customer', key: { id: 73 }, cells: [] }];
    const insert = { op: 'insert', entity: 'customer', set: { id: 73, name: 'Flo', age: 95 } };
    expect(await undone([insert])).toEqual([409, conflicts(0), 201]);
    expect(await undone([insert, update(73, { name: 'Florence' }, { name: 'Flo' })])).toEqual([
      409,
      conflicts(0),
      201,
    ]);
  });

  test('an undo does not name the hidden tables of cascaded rows', async () => {
    const made = await as('eve').send(
      { op: 'insert', entity: 'customer', set: { id: 72, name: 'Old', age: 95 } },
      { op: 'insert', entity: 'review', set: { id: 72, customer_id: 72 } },
    );
    const removed = await as('ann').send({ op: 'delete', entity: 'customer', key: { id: 72 }, expect: {} });
    expect([made.status, removed.status]).toEqual([201, 201]);
    const back = await as('ann').ask('POST', `/changes/${removed.json.id}/undo`);
    expect([back.status, back.json.conflicts], back.text).toEqual([409, []]);
    expect(removed.text + back.text).not.toContain('review');
    expect((await as('eve').ask('POST', `/changes/${removed.json.id}/undo`)).status).toBe(201);
    expect((await as('eve').ask('POST', `/changes/${made.json.id}/undo`)).status).toBe(201);
  });

  test('refusals by the engine do not reveal what is hidden', async () => {
    const insert = (entity: string, set: object) => ({ op: 'insert', entity, set });
    const weak = insert('account', { id: 1, owner: 'weak' });
    const trial = async (user: string, change: object) =>
      (await as(user).ask('POST', '/changes', { dry_run: true, changes: [change] })).json;
    const rule = 'A rule of account does not hold.';
    const refused = await as('ann').send(weak);
    expect([refused.status, refused.json.detail], refused.text).toEqual([422, rule]);
    expect((await trial('ann', weak)).refusals[0].detail).toBe(rule);
    const file = await importing('ann', 'a.csv', 'id,owner\n1,weak\n', { entity: 'account', mode: 'insert' });
    expect(file.bad.map(({ reason }: { reason: string }) => reason)).toEqual([rule]);
    // A user who sees all columns is told the violated constraint, in the engine's words.
    const whole = await as('eve').send(weak);
    expect(whole.json.detail).toContain(engine === 'sqlite' ? 'pin > 5' : '(');

    const badge = insert('badge', { id: 1 });
    expect((await as('ann').send(badge)).json.detail).toBe('A column cannot be null.');
    expect((await as('eve').send(badge)).json.detail).toBe('grade cannot be null: give it a value.');

    const strong = (id: number) => insert('account', { id, owner: 'strong' });
    expect((await as('ann').send(strong(1))).status).toBe(201);
    const taken = await as('ann').send(strong(2));
    expect([taken.status, taken.json.detail, taken.json.record], taken.text).toEqual([
      409,
      'Another row of account has a value that only one may have.',
      undefined,
    ]);
    expect((await as('eve').send(strong(2))).json.detail).toBe('Another row of account has this code.');

    const word = insert('locker', { word: 'x' });
    const seen = await trial('ann', word);
    expect([seen.refusals, seen.changes[0].after]).toEqual([[], { word: 'x' }]);
    expect(JSON.stringify(seen)).not.toContain('combination');
    expect((await trial('eve', word)).sql).toHaveLength(1);
  });

  test.runIf(engine === 'sqlite')(
    'the refusal of an undo that a trigger alters names no hidden column',
    async () => {
      await shop.database.run(`create trigger stamped after update on stamp begin
      update stamp set seen_by = new.seen_by || '!', name = upper(new.name) where id = new.id; end`);
      const made = await as('ann').send({
        op: 'update',
        entity: 'stamp',
        key: { id: 1 },
        set: { name: 'B' },
        expect: { name: 'a' },
      });
      expect(made.status, made.text).toBe(201);
      const undone = await as('ann').ask('POST', `/changes/${made.json.id}/undo`);
      expect([undone.status, undone.json.detail], undone.text).toEqual([
        422,
        'name cannot hold "a" as it is: the database would make "A" of it.',
      ]);
    },
  );

  test('the deletion of a row does not tell whether it refers to itself', async () => {
    const remove = (id: number) => ({ op: 'delete', entity: 'worker', key: { id }, expect: {} });
    const tried = async (user: string, id: number) => {
      const body = { dry_run: true, changes: [remove(id)] };
      const { json } = await as(user).ask('POST', '/changes', body);
      expect(json.refusals).toEqual([]);
      return json.sql.map((one: { sql: string }) => one.sql);
    };
    expect(await tried('ann', 2)).toEqual(await tried('ann', 1));
    expect(await tried('eve', 2)).toHaveLength(1);
    const { status, json } = await as('ann').send(remove(2));
    expect([status, json.changes]).toMatchObject([201, [{ before: { id: 2, name: 'Bo' }, after: null }]]);
    expect((await as('eve').ask('POST', `/changes/${json.id}/undo`)).status).toBe(201);
    expect(await shop.database.rows('select leader from worker where id = 2')).toEqual([[2]]);
  });

  test('rows of one set may refer to each other and to themselves, as often as it is undone', async () => {
    const insert = (id: number, leader: number | null) => ({
      op: 'insert',
      entity: 'worker',
      set: { id, name: `w${id}`, leader },
    });
    const stored = () => shop.database.rows('select id, leader from worker order by id');
    const send = async (path: string, body?: object) => {
      const { status, text, json } = await as('eve').ask('POST', path, body);
      expect(status, text).toBe(201);
      return String(json.id);
    };
    const before = await stored();
    const made = await send('/changes', { changes: [insert(11, 11), insert(12, 11), insert(13, 12)] });
    const after = await stored();
    const undone = await send(`/changes/${made}/undo`);
    expect(await stored()).toEqual(before);
    const redone = await send(`/changes/${undone}/undo`);
    expect(await stored()).toEqual(after);
    await send(`/changes/${redone}/undo`);
    expect(await stored()).toEqual(before);
    const added = await as('eve').ask('POST', '/tables/worker/add', { id: 14, name: 'w14', leader: 14 });
    expect(added.status, added.text).toBe(201);
    const nowhere = await as('eve').send(insert(15, 16));
    expect([nowhere.status, nowhere.json.detail]).toEqual([422, 'There is no worker with this id.']);
    await shop.database.run(
      'update worker set leader = null where id = 14; delete from worker where id = 14',
    );
  });

  test("an admin can neither read nor undo others' changes of hidden rows", async () => {
    const { id } = (await as('ann').send(update(1, { name: 'Adi' }, { name: 'Ada' }))).json;
    const read = await as('ada').ask('GET', `/changes/${id}`);
    expect([read.status, read.json.changes], read.text).toEqual([200, []]);
    expect((await as('ada').ask('GET', '/changes')).text).not.toContain('Adi');
    const found = async (who: string) =>
      (await as(who).ask('GET', '/changes?entity=customer&key=[1]')).text.includes(id);
    expect([await found('ada'), await found('ann'), await found('eve')]).toEqual([false, true, true]);
    expect((await as('ada').ask('POST', `/changes/${id}/undo`)).status).toBe(403);
    expect((await as('eve').ask('GET', `/changes/${id}`)).json.changes[0].after.name).toBe('Adi');
    expect((await as('eve').ask('POST', `/changes/${id}/undo`)).status).toBe(201);
  });

  test('a repeated request is not answered with values that have become hidden', async () => {
    const add = () =>
      as('eve').ask(
        'POST',
        '/tables/customer/add',
        { id: 80, name: 'Kay', email: 'kay@example.org', age: 50 },
        { 'idempotency-key': 'kay' },
      );
    const first = await add();
    expect([first.status, first.json.email], first.text).toEqual([201, 'kay@example.org']);
    expect((await add()).text).toBe(first.text);
    // Idempotency keys are per user.
    const asked = (user: string) => as(user).ask('GET', '/changes?idempotency_key=kay');
    expect((await asked('eve')).json.changes).toMatchObject([{ state: 'done', user: 'eve' }]);
    expect((await asked('root')).json).toEqual({ changes: [] });
    const { users, roles } = policy.document ?? {};
    current = new Policy({
      users: { ...users, eve: { roles: ['clerk'], attributes: { least: 30 } } },
      roles,
    });
    try {
      const hidden = await add();
      expect(hidden.status, hidden.text).toBe(403);
      expect(hidden.text).not.toContain('example.org');
    } finally {
      current = policy;
    }
    expect((await add()).text).toBe(first.text);
  });

  /** Imports as the user, and returns every line of the answer. */
  async function importing(user: string, name: string, content: string, body: object) {
    const { ask } = as(user);
    const { id } = (await ask('POST', '/imports', { name })).json;
    await fetch(`${shop.service.base}/api/database/imports/${id}?offset=0`, {
      method: 'PATCH',
      headers: { ...basic(user, 'x'), 'content-type': 'application/octet-stream' },
      body: content,
    });
    const inserts: string[] = [];
    const listen = (message: unknown) => {
      const { sql } = message as StatementStart;
      if (/^(with made as \()?insert into /.test(sql)) inserts.push(sql);
    };
    subscribe(statementChannel, listen);
    const response = await fetch(`${shop.service.base}/api/database/imports/${id}/run`, {
      method: 'POST',
      headers: { ...basic(user, 'x'), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const lines = (await response.text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    unsubscribe(statementChannel, listen);
    return { bad: lines.flatMap((line) => line.bad ?? []), done: lines.at(-1).done, inserts: inserts.length };
  }

  test('an import inserts permitted rows in batches, and reports the others as bad rows', async () => {
    // The behaviour across several batches is the same on all engines.
    const count = isLongRun || engine === 'sqlite' ? 1_200 : 120;
    const line = (id: number, age: number) => `${id},Import ${id},${age}`;
    const file = (ages: readonly number[]) =>
      ['id,name,age', ...ages.map((age, i) => line(5_000 + i, age))].join('\n');
    const fine = Array.from({ length: count }, (_, i) => 30 + (i % 60));
    const ids = async () => {
      const found = await shop.database.rows('select id from customer where id >= 5000 order by id');
      return found.map(([id]) => Number(id));
    };
    const body = { entity: 'customer', mode: 'insert' };

    const young = fine.with(count - 100, 29).with(7, 12);
    const refused = await importing('ann', 'c.csv', file(young), body);
    expect(refused.bad).toEqual(
      [7, count - 100].map((i) => ({
        row: i + 2,
        column: null,
        reason: 'You may not give a row of customer these values.',
      })),
    );
    expect([refused.done, await ids()]).toEqual([
      {
        rows: count,
        inserted: count - 2,
        updated: 0,
        unchanged: 0,
        bad: 2,
        dry_run: false,
        change_set: null,
      },
      [],
    ]);

    const columns = await importing('dan', 'c.csv', 'id,name,age\n5000,A,40\n5001,B,50', body);
    expect(columns.bad).toEqual(
      [2, 3].map((row) => ({ row, column: 'age', reason: 'You may not set age of customer.' })),
    );

    const { bad, done, inserts } = await importing('ann', 'c.csv', file(fine), body);
    expect([bad, done.inserted, inserts]).toEqual([[], count, Math.ceil(count / 1_000)]);
    expect(await ids()).toEqual(fine.map((_, i) => 5_000 + i));
    expect(await lastOf('ann')).toMatchObject({ action: 'write', entities: ['customer'], rows: count });
    expect((await as('ann').ask('POST', `/changes/${done.change_set}/undo`, {})).status).toBe(403);
    expect((await as('eve').ask('POST', `/changes/${done.change_set}/undo`, {})).status).toBe(201);
    expect(await ids()).toEqual([]);
  });

  test('an import cannot refer to rows that are hidden from its user', async () => {
    // Ed, who is 19, is hidden from the clerks.
    const { bad } = await importing('ann', 'p.csv', 'id,customer_id,note\n900,1,a\n901,5,b\n902,1,c', {
      entity: 'purchase',
      mode: 'insert',
      dry_run: true,
    });
    expect(bad).toEqual([{ row: 3, column: 'customer_id', reason: 'There is no customer with this id.' }]);
  });

  test('a key column that is visible in some rows only can be set and changed', async () => {
    await having('ann', ['keyless', 'old'], async () => {
      const { send, ask } = as('ann');
      const made = await send({ op: 'insert', entity: 'customer', set: { id: 90, name: 'K', age: 95 } });
      expect(made.status, made.text).toBe(201);
      const moved = await send(update(90, { id: 91 }, { id: 90 }));
      expect([moved.status, moved.json.changes?.[0].key], moved.text).toEqual([201, { id: 91 }]);
      const headers = { 'if-match': '*' };
      const patched = await ask('PATCH', '/tables/customer/recs/[91]', { id: 92 }, headers);
      expect([patched.status, patched.json.id], patched.text).toEqual([200, 92]);
      const taken = await send(update(92, { id: 1 }, { id: 92 }));
      expect([taken.status, taken.json.pointer], taken.text).toEqual([409, '/changes/0/set/id']);
    });
    const body = { entity: 'customer', mode: 'both' };
    const { done } = await having('ann', ['keyless', 'old'], () =>
      importing('ann', 'c.csv', 'id,name,age\n92,L,95\n93,M,95', body),
    );
    expect(done).toMatchObject({ inserted: 1, updated: 1, bad: 0 });
    await shop.database.run('delete from customer where id in (92, 93)');
  });

  test('a dry run shows what a deletion takes along of what its user sees', async () => {
    await shop.database.run(`insert into customer values (74, 'Old', 'old74@example.org', 95);
insert into purchase (id, customer_id, total) values (741, 74, 1);
insert into line values (741, 1, 'pen');
insert into review values (74, 74);`);
    const changes = [{ op: 'delete', entity: 'customer', key: { id: 74 }, expect: {} }];
    const { json } = await having('ann', ['desk'], () =>
      as('ann').ask('POST', '/changes', { changes, dry_run: true }),
    );
    expect(json.refusals).toEqual([]);
    const byEntity = (a: { entity: string }, b: { entity: string }) => a.entity.localeCompare(b.entity);
    expect(json.changes.toSorted(byEntity)).toEqual([
      expect.objectContaining({ entity: 'customer', op: 'delete' }),
      {
        op: 'delete',
        entity: 'purchase',
        key: { id: 741 },
        before: { id: 741, customer_id: 74, total: expect.anything() },
        after: null,
        cascade: true,
      },
      {
        op: 'update',
        entity: 'review',
        key: { id: 74 },
        before: { id: 74, customer_id: 74 },
        after: { id: 74, customer_id: null },
        cascade: true,
      },
    ]);
    const unseen = await having('ann', ['old'], () =>
      as('ann').ask('POST', '/changes', { changes, dry_run: true }),
    );
    expect(unseen.json.changes).toEqual([expect.objectContaining({ entity: 'customer' })]);
  });

  test('rows of hidden tables that a deletion takes along come back with an undo', async () => {
    await shop.database.run(`insert into customer values (75, 'Old', 'old75@example.org', 95);
insert into purchase (id, customer_id, total) values (751, 75, 1);
insert into line values (751, 1, 'pen');
insert into review values (75, 75);`);
    const stored = async () => [
      await shop.database.rows('select id from customer where id = 75'),
      await shop.database.rows('select id, customer_id from purchase where id = 751'),
      await shop.database.rows('select purchase_id, what from line where purchase_id = 751'),
      await shop.database.rows('select id, customer_id from review where id = 75'),
    ];
    const before = await stored();
    const deletion = { op: 'delete', entity: 'customer', key: { id: 75 }, expect: {} };
    const undo = (user: string, id: string) => as(user).ask('POST', `/changes/${id}/undo`);
    const done = await having('ann', ['counter'], () => as('ann').send(deletion));
    expect([done.status, done.json.changes]).toEqual([
      201,
      [expect.objectContaining({ entity: 'customer', op: 'delete' })],
    ]);
    const gone = await stored();
    // Who may not add the hidden rows gets nothing back.
    expect((await having('ann', ['counter'], () => undo('ann', done.json.id))).status).not.toBe(201);
    expect(await stored()).toEqual(gone);
    expect((await undo('eve', done.json.id)).status).toBe(201);
    expect(await stored()).toEqual(before);
    await shop.database.run('delete from review where id = 75; delete from customer where id = 75');
  });

  test('a new row replaces no other one of a table that the caller sees as a whole', async () => {
    const changes = [{ op: 'insert', entity: 'medal', set: { id: 2, code: 'a' } }];
    const { status } = await having('ann', ['counter'], () => as('ann').ask('POST', '/changes', { changes }));
    expect(status).toBe(409);
    expect(await shop.database.rows('select id, code from medal')).toEqual([[1, 'a']]);
  });

  test('a refused delete does not reveal whether the referring rows are visible', async () => {
    const key = { floor: 1, n: 1 };
    const { status, json } = await having('ann', ['shelver'], () =>
      as('ann').send({ op: 'delete', entity: 'shelf', key, expect: { hall: 'a' } }),
    );
    const detail = 'Rows of book, or some that you do not see, refer to this one.';
    expect([status, json.detail]).toEqual([422, detail]);
  });

  test('an import that inserts and updates reports the key of a hidden row as taken', async () => {
    const { bad } = await importing('ann', 'c.csv', 'id,name,age\n5,X,40', {
      entity: 'customer',
      mode: 'both',
    });
    expect(bad).toEqual([{ row: 2, column: 'id', reason: 'Another row of customer has this id.' }]);
  });

  test('an import by a user who may only update does not distinguish hidden rows from missing ones', async () => {
    await shop.database.run(
      "insert into customer (id, name, age) values (980, 'Old', 95), (981, 'Young', 25)",
    );
    const { bad } = await having('ann', ['elder'], () =>
      importing('ann', 'c.csv', 'id,name\n980,Older\n981,X\n977,Y', {
        entity: 'customer',
        mode: 'both',
        dry_run: true,
      }),
    );
    const reason = 'You may not insert rows of customer.';
    expect(bad).toEqual([3, 4].map((row) => ({ row, column: null, reason })));
    await shop.database.run('delete from customer where id in (980, 981)');
  });

  test('undoing an import does not reveal how many hidden rows a cascade deletes', async () => {
    const body = { entity: 'customer', mode: 'insert' };
    const { done } = await having('ann', ['old'], () =>
      importing('ann', 'c.csv', 'id,name,age\n970,A,95\n971,B,96', body),
    );
    await shop.database.run(
      'insert into purchase (id, customer_id) values (970, 970), (971, 970), (972, 971)',
    );
    const undone = await having('ann', ['old'], () =>
      as('ann').ask('POST', `/changes/${done.change_set}/undo`),
    );
    expect([undone.status, undone.json.count, undone.json.changes.length], undone.text).toEqual([201, 2, 2]);
    expect(await shop.database.rows('select id from purchase where id >= 970')).toEqual([]);
  });

  test('a condition on a dropped and recreated column forbids writes until the policy is saved again', async () => {
    const gil = { id: 961, name: 'Gil', email: 'g', age: 95 };
    expect((await as('eve').send({ op: 'insert', entity: 'customer', set: gil })).status).toBe(201);
    const rename = () => as('cat').send(update(961, { name: 'Gus' }, { name: 'Gil' }));
    const add = (set: object) => as('cat').send({ op: 'insert', entity: 'customer', set });
    const fay = { id: 60, name: 'Fay', email: 'f' };
    const undone = async ({ status, json }: Awaited<ReturnType<typeof add>>) => {
      expect(status).toBe(201);
      expect((await as('eve').ask('POST', `/changes/${json.id}/undo`, {})).status).toBe(201);
    };
    await undone(await rename());
    await undone(await add({ ...fay, age: 95 }));
    for (const change of ['DROP COLUMN age', 'ADD COLUMN age integer DEFAULT 95']) {
      await shop.database.run(`ALTER TABLE customer ${change}`);
      expect((await as('eve').ask('POST', '/refresh')).status).toBe(200);
      expect([(await rename()).status, (await add(fay)).status]).toEqual([403, 403]);
    }
    current = new Policy({ ...document });
    await undone(await rename());
    await undone(await add(fay));
  });
});
