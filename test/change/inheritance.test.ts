/** PostgreSQL's tables that inherit from others: a table shows the rows of its heirs too. */
import { expect, test } from 'vitest';
import { Policy } from '../../src/identity/policy.ts';
import { basic } from '../http/service.ts';
import { anyName } from '../policy/service.ts';
import { importInto } from './importing.ts';
import { openShop, type Shop } from './shop.ts';

const tables = `
  create table place (id integer primary key, name text);
  create table town (people integer, primary key (id)) inherits (place);
  create schema far; create table far.city (mayor text, primary key (id)) inherits (town);
  insert into place values (1, 'a'), (5, 'e');
  insert into town values (2, 'b', 5), (6, 'f', 6); insert into far.city values (3, 'c', 7, 'Ada');
  create table owner (id integer primary key);
  create table thing (id integer primary key, owner_id integer references owner on delete cascade);
  create table car (wheels integer, primary key (id), foreign key (owner_id) references owner on delete cascade)
    inherits (thing);
  insert into owner values (1), (2);
  insert into thing values (1, 1), (3, 2); insert into car values (2, 1, 4);`;

const rest = (name: string, heir: string) =>
  `This row of ${name} belongs to ${heir}, which inherits from it and may have more columns: delete it there.`;

async function stored({ database }: Shop) {
  return {
    place: await database.rows('select id, name from only place order by id'),
    town: await database.rows('select id, name, people from only town order by id'),
    city: await database.rows('select id, name, people, mayor from far.city order by id'),
    thing: await database.rows('select id, owner_id from only thing order by id'),
    car: await database.rows('select id, owner_id, wheels from car order by id'),
    owner: await database.rows('select id from owner order by id'),
  };
}

async function tag({ ask }: Shop, record: string): Promise<Record<string, string>> {
  const { headers } = await ask('GET', `/tables/${record}`);
  return { 'if-match': headers.get('etag') ?? '' };
}

test('a row of an heir is deleted there, since the table itself does not have all of it', async () => {
  await using shop = await openShop('postgres', tables);
  const { ask } = shop;
  const before = await stored(shop);
  for (const [record, name, heir] of [
    ['place/recs/[2]', 'place', 'town'],
    ['place/recs/[3]', 'place', 'far.city'],
    ['town/recs/[3]', 'town', 'far.city'],
  ] as const) {
    const refused = await ask('DELETE', `/tables/${record}`, undefined, await tag(shop, record));
    expect([refused.status, refused.json.type, refused.json.detail]).toEqual([
      422,
      'urn:joinery:problem:refused-value',
      rest(name, heir),
    ]);
  }
  const remove = (entity: string, id: number) => ({ op: 'delete', entity, key: { id }, expect: {} });
  const changes = [remove('place', 1), remove('place', 5), remove('place', 2)];
  const tried = await ask('POST', '/changes', { changes, dry_run: true });
  expect([tried.status, tried.json.refusals]).toMatchObject([
    200,
    [{ pointer: '/changes/2', detail: rest('place', 'town') }],
  ]);
  const refused = await ask('POST', '/changes', { changes });
  expect([refused.status, refused.json.pointer]).toEqual([422, '/changes/2']);
  expect(await stored(shop)).toEqual(before);
  expect((await ask('GET', '/changes')).json.changes).toEqual([]);

  // Rows of the table itself, and of the heir there, come back whole.
  const sets = [remove('place', 1), remove('town', 2), remove('far.city', 3)];
  const done = await ask('POST', '/changes', { changes: sets });
  expect(done.status).toBe(201);
  expect((await ask('POST', `/changes/${done.json.id}/undo`)).status).toBe(201);
  expect(await stored(shop)).toEqual(before);
});

test('an update through the table keeps the row in its heir, and so does its undo', async () => {
  await using shop = await openShop('postgres', tables);
  const { ask } = shop;
  const before = await stored(shop);
  const changed = await ask(
    'PATCH',
    '/tables/place/recs/[3]',
    { id: 30, name: 'z' },
    await tag(shop, 'place/recs/[3]'),
  );
  expect([changed.status, changed.json.name]).toEqual([200, 'z']);
  expect(await stored(shop)).toEqual({ ...before, city: [[30, 'z', 7, 'Ada']] });
  const { json } = await ask('GET', '/changes');
  expect((await ask('POST', `/changes/${json.changes[0].id}/undo`)).status).toBe(201);
  expect(await stored(shop)).toEqual(before);
});

test('one set changes a row through several of its tables, and so does its undo', async () => {
  await using shop = await openShop('postgres', tables);
  const { ask } = shop;
  const before = await stored(shop);
  const update = (entity: string, id: number, from: object, to: object) => ({
    op: 'update',
    entity,
    key: { id },
    set: to,
    expect: from,
  });
  const named = (entity: string, from: string, to: string) => update(entity, 3, { name: from }, { name: to });
  const doneTogether = async (changes: readonly object[]) => {
    const tried = await ask('POST', '/changes', { changes, dry_run: true });
    expect([tried.status, tried.json.refusals]).toEqual([200, []]);
    const done = await ask('POST', '/changes', { changes });
    expect(done.status).toBe(201);
    return done.json;
  };

  const others = [
    {
      changes: [named('place', 'c', 'x'), named('far.city', 'x', 'y'), named('town', 'y', 'z')],
      after: { city: [[3, 'z', 7, 'Ada']] },
    },
    {
      changes: [
        named('town', 'c', 'x'),
        { op: 'delete', entity: 'far.city', key: { id: 3 }, expect: { name: 'x' } },
      ],
      after: { city: [] },
    },
    {
      changes: [
        update('far.city', 3, { mayor: 'Ada' }, { mayor: 'Eve' }),
        update('place', 3, { id: 3 }, { id: 30 }),
        update('town', 30, { people: 7 }, { people: 8 }),
      ],
      after: { city: [[30, 'c', 8, 'Eve']] },
    },
    {
      changes: [
        { op: 'insert', entity: 'town', set: { id: 9, name: 'n', people: 1 } },
        update('place', 9, { name: 'n' }, { name: 'o' }),
      ],
      after: {
        town: [
          [2, 'b', 5],
          [6, 'f', 6],
          [9, 'o', 1],
        ],
      },
    },
  ];
  for (const { changes, after } of others) {
    const { id } = await doneTogether(changes);
    expect(await stored(shop)).toEqual({ ...before, ...after });
    const undone = await ask('POST', `/changes/${id}/undo`);
    expect(undone.status).toBe(201);
    expect(await stored(shop)).toEqual(before);
    expect((await ask('POST', `/changes/${undone.json.id}/undo`)).status).toBe(201);
    expect(await stored(shop)).toEqual({ ...before, ...after });
    const { json } = await ask('GET', '/changes?limit=1');
    expect((await ask('POST', `/changes/${json.changes[0].id}/undo`)).status).toBe(201);
    expect(await stored(shop)).toEqual(before);
  }

  // What became of the row through another table is what a deletion has to restore.
  const { changes } = await doneTogether(others[1]?.changes ?? []);
  expect(changes[1].before).toMatchObject({ name: 'x', people: 7, mayor: 'Ada' });
});

test('a key that a row of an heir has is taken', async () => {
  await using shop = await openShop('postgres', tables);
  const { ask, database } = shop;
  const before = await stored(shop);
  const taken = {
    status: 409,
    json: {
      type: 'urn:joinery:problem:key-taken',
      detail: 'Another row of place has this id, in a table that inherits from it.',
    },
  };
  expect(await ask('POST', '/tables/place/add', { id: 2, name: 'z' })).toMatchObject(taken);
  expect(
    await ask('PATCH', '/tables/place/recs/[1]', { id: 2 }, await tag(shop, 'place/recs/[1]')),
  ).toMatchObject(taken);
  for (const dry_run of [true, false]) {
    const { bad } = await importInto(shop, 'x.csv', 'id,name\n2,z\n', {
      entity: 'place',
      mode: 'insert',
      dry_run,
    });
    expect(bad.map(({ reason }) => reason)).toEqual([taken.json.detail]);
  }
  expect(await stored(shop)).toEqual(before);

  // The database itself allows it: then the key names no row.
  await database.run(`insert into place values (2, 'twin')`);
  const twins = await stored(shop);
  const several = { type: 'urn:joinery:problem:ambiguous-key' };
  expect(
    (await ask('GET', '/tables/place')).json.data.filter(({ id }: { id: number }) => id === 2),
  ).toHaveLength(2);
  expect(await ask('GET', '/tables/place/recs/[2]')).toMatchObject({ status: 409, json: several });
  const any = { 'if-match': '*' };
  expect(await ask('PATCH', '/tables/place/recs/[2]', { name: 'z' }, any)).toMatchObject({
    status: 409,
    json: several,
  });
  expect(await ask('DELETE', '/tables/place/recs/[2]', undefined, any)).toMatchObject({
    status: 409,
    json: several,
  });
  for (const change of [
    { op: 'update', entity: 'place', key: { id: 2 }, set: { name: 'z' }, expect: { name: 'twin' } },
    { op: 'delete', entity: 'place', key: { id: 2 }, expect: { name: 'twin' } },
  ]) {
    expect(await ask('POST', '/changes', { changes: [change] })).toMatchObject({
      status: 409,
      json: several,
    });
  }
  expect(await stored(shop)).toEqual(twins);
});

test('a row that a cascade deletes from an heir is recorded once, and restored there', async () => {
  await using shop = await openShop('postgres', tables);
  const { ask } = shop;
  const before = await stored(shop);
  const changes = [{ op: 'delete', entity: 'owner', key: { id: 1 }, expect: {} }];
  const done = await ask('POST', '/changes', { changes });
  const gone = done.json.changes.map(({ entity, key }: { entity: string; key: { id: number } }) => [
    entity,
    key.id,
  ]);
  expect(gone.toSorted()).toEqual([
    ['car', 2],
    ['owner', 1],
    ['thing', 1],
  ]);
  expect(await stored(shop)).toMatchObject({ thing: [[3, 2]], car: [], owner: [[2]] });
  expect((await ask('POST', `/changes/${done.json.id}/undo`)).status).toBe(201);
  expect(await stored(shop)).toEqual(before);
});

test('an heir that the caller may not see is not named', async () => {
  const policy = new Policy({
    users: { ann: { roles: ['clerk'] } },
    roles: { clerk: { place: { read: true, delete: true } } },
  });
  await using shop = await openShop('postgres', tables, {
    access: anyName,
    directory: policy,
    isLimited: () => true,
  });
  const before = await stored(shop);
  const changes = [{ op: 'delete', entity: 'place', key: { id: 2 }, expect: {} }];
  const refused = await shop.ask('POST', '/changes', { changes }, basic('ann', 'x'));
  expect([refused.status, refused.json.detail]).toEqual([
    422,
    'This row of place belongs to a table that inherits from it and may have more columns: it cannot be deleted here.',
  ]);
  expect(await stored(shop)).toEqual(before);
});

test('rows of partitions are deleted through their table, and restored', async () => {
  const parts = `create table log (id integer primary key, note text) partition by range (id);
    create table log_low partition of log for values from (0) to (10); insert into log values (1, 'a'), (2, 'b');`;
  await using shop = await openShop('postgres', parts);
  const rows = () => shop.database.rows('select id, note, tableoid::regclass::text from log order by id');
  const before = await rows();
  const changes = [1, 2].map((id) => ({ op: 'delete', entity: 'log', key: { id }, expect: {} }));
  const done = await shop.ask('POST', '/changes', { changes });
  expect([done.status, await rows()]).toEqual([201, []]);
  expect((await shop.ask('POST', `/changes/${done.json.id}/undo`)).status).toBe(201);
  expect(await rows()).toEqual(before);
});
