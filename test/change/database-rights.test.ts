/** The service's own database user may read some tables, but not change them. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createDatabase } from '../support/servers.ts';
import { importInto } from './importing.ts';
import { openShopOn, type Shop } from './shop.ts';

const detail = 'The database user of this service may not change this.';

/** A shop whose service may change customers, and has only these rights on the rest. */
async function openLimited(engine: 'postgres' | 'mysql', rights = 'select'): Promise<Shop> {
  const database = await createDatabase(engine);
  const user = `clerk_${randomUUID().slice(0, 8)}`;
  const url = new URL(database.url);
  url.username = user;
  url.password = 'clerk';
  const name = url.pathname.slice(1);
  const grants = {
    postgres: `create role ${user} login password 'clerk'; grant ${rights} on all tables in schema public to ${user};
      grant usage on all sequences in schema public to ${user};
      grant all on customer to ${user};`,
    mysql: `create user ${user}@'%' identified by 'clerk'; grant ${rights} on ${name}.* to ${user}@'%';
      grant all on ${name}.customer to ${user}@'%';`,
  };
  const remove = {
    postgres: `drop owned by ${user}; drop role ${user}`,
    mysql: `drop user ${user}@'%'`,
  };
  const shop = await openShopOn(database, {}, url.href, grants[engine]);
  return {
    ...shop,
    async [Symbol.asyncDispose]() {
      await database.run(remove[engine]);
      await shop[Symbol.asyncDispose]();
    },
  };
}

test.each(['postgres', 'mysql'] as const)(
  'on %s a missing right is reported at the change',
  async (engine) => {
    await using shop = await openLimited(engine);
    const { ask, database } = shop;
    const stored = () => database.rows('select id, customer_id from review order by id');
    const before = await stored();
    const update = (entity: string, set: object, expect: object) => ({
      op: 'update',
      entity,
      key: { id: 1 },
      set,
      expect,
    });
    const changes = [
      update('customer', { age: 37 }, { age: 36 }),
      update('review', { customer_id: 2 }, { customer_id: 1 }),
      { op: 'insert', entity: 'review', set: { id: 7 } },
      { op: 'delete', entity: 'review', key: { id: 2 }, expect: {} },
    ];
    const denied = (n: number) => ({
      pointer: `/changes/${n}`,
      type: 'urn:joinery:problem:forbidden',
      detail,
    });
    const tried = await ask('POST', '/changes', { changes, dry_run: true });
    expect([tried.status, tried.json.refusals]).toEqual([200, [denied(1), denied(2), denied(3)]]);
    expect(tried.json.changes).toMatchObject([{ entity: 'customer', after: { age: 37 } }]);
    const done = await ask('POST', '/changes', { changes });
    expect([done.status, done.json]).toMatchObject([403, denied(1)]);

    for (const mode of ['insert', 'update', 'both']) {
      for (const dry_run of [true, false]) {
        const body = { entity: 'review', mode, dry_run };
        const { bad, problem } = await importInto(shop, 'x.csv', 'id,customer_id\n1,2\n', body);
        expect(problem?.detail ?? bad[0]?.reason).toBe(detail);
      }
    }
    expect(await stored()).toEqual(before);
    expect((await ask('POST', '/changes', { changes: changes.slice(0, 1) })).status).toBe(201);
  },
);

test.each(['postgres', 'mysql'] as const)(
  'on %s the rights to read and insert are enough to add rows',
  async (engine) => {
    await using shop = await openLimited(engine, 'select, insert');
    const { ask, database } = shop;
    // Because of a trigger, new rows are read once more in the end.
    await database.run(
      engine === 'postgres'
        ? `create function same() returns trigger language plpgsql as 'begin return new; end';
           create trigger same before insert on review for each row execute function same();`
        : 'create trigger same before insert on review for each row set @seen = 1;',
    );
    const added = await ask('POST', '/tables/review/add', { id: 7, customer_id: 1 });
    expect([added.status, added.json.customer_id]).toEqual([201, 1]);
    const drawn = await ask('POST', '/tables/purchase/add', { customer_id: 2, total: 3 });
    expect([drawn.status, drawn.json.note]).toEqual([201, 'none']);
    const changes = [
      { op: 'insert', entity: 'purchase', ref: 'p', set: { customer_id: 2, total: 3 } },
      { op: 'insert', entity: 'line', set: { purchase_id: { ref: 'p', column: 'id' }, n: 1, what: 'pen' } },
      { op: 'insert', entity: 'review', set: { id: 8, customer_id: 2 } },
      { op: 'insert', entity: 'review', set: { id: 9, customer_id: null } },
    ];
    for (const dry_run of [true, false]) {
      const { status, json } = await ask('POST', '/changes', { changes, dry_run });
      expect([status, json.refusals]).toEqual(dry_run ? [200, []] : [201, undefined]);
    }
    const body = { entity: 'review', mode: 'insert' };
    expect((await importInto(shop, 'x.csv', 'id,customer_id\n10,2\n', body)).done).toMatchObject({
      inserted: 1,
    });
    expect(await database.rows('select id, customer_id from review where id > 2 order by id')).toEqual([
      [7, 1],
      [8, 2],
      [9, null],
      [10, 2],
    ]);
    expect(await ask('POST', '/tables/review/add', { id: 7 })).toMatchObject({ status: 409 });
    const denied = [
      { op: 'update', entity: 'review', key: { id: 7 }, set: { customer_id: 2 }, expect: { customer_id: 1 } },
      { op: 'delete', entity: 'review', key: { id: 7 }, expect: {} },
    ];
    for (const change of denied)
      expect((await ask('POST', '/changes', { changes: [change] })).status).toBe(403);
  },
);
