/** Tables of MySQL and MariaDB whose storage engine cannot roll back changes. */
import { expect, test } from 'vitest';
import { importInto } from './importing.ts';
import { openShop } from './shop.ts';

const script = `create table old (id integer not null primary key, v varchar(20)) engine = myisam;
  create table brief (id integer not null primary key, v varchar(20)) engine = memory;
  create table yearly (id integer not null primary key, v varchar(20)) engine = innodb
    partition by range (id) (partition low values less than (10), partition high values less than maxvalue);
  insert into old values (1, 'a'); insert into brief values (1, 'a'); insert into yearly values (1, 'a');`;

test.each([
  ['old', 'MyISAM'],
  ['brief', 'MEMORY'],
])('rows of %s cannot be changed, as %s could not roll back', async (table, storage) => {
  await using shop = await openShop('mysql', script);
  const { ask, database } = shop;
  const stored = async () => [
    await database.rows(`select * from ${table}`),
    await database.rows('select * from yearly'),
  ];
  const before = await stored();
  const detail = `The rows of ${table} cannot be changed: its storage engine ${storage} has no transactions, so a change could be neither tried nor applied as a whole.`;
  const type = 'urn:joinery:problem:refused-by-database';
  const insert = (entity: string) => ({ op: 'insert', entity, set: { id: 2, v: 'b' } });
  const changes = [insert('yearly'), insert(table)];
  for (const dry_run of [true, false]) {
    const { status, json } = await ask('POST', '/changes', { changes, dry_run });
    expect([status, json.type, json.pointer, json.detail]).toEqual([422, type, '/changes/1', detail]);
    const body = { entity: table, mode: 'insert', dry_run };
    expect((await importInto(shop, 'x.csv', 'id,v\n3,c\n', body)).problem).toMatchObject({
      type,
      pointer: '/entity',
      detail,
    });
  }
  const { headers } = await ask('GET', `/tables/${table}/recs/[1]`);
  const seen = { 'if-match': headers.get('etag') ?? '' };
  for (const refused of [
    await ask('POST', `/tables/${table}/add`, { id: 4, v: 'd' }),
    await ask('PATCH', `/tables/${table}/recs/[1]`, { v: 'e' }, seen),
    await ask('DELETE', `/tables/${table}/recs/[1]`, undefined, seen),
  ]) {
    expect([refused.status, refused.json.detail]).toEqual([422, detail]);
  }
  expect(await stored()).toEqual(before);
  expect((await ask('GET', '/changes')).json.changes).toEqual([]);
  expect((await ask('POST', '/changes', { changes: [insert('yearly')] })).status).toBe(201);
});
