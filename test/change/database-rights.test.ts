/** The service's own database user may read some tables, but not change them. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createDatabase } from '../support/servers.ts';
import { importInto } from './importing.ts';
import { openShopOn, type Shop } from './shop.ts';

const detail = 'The database user of this service may not change this.';

/** A shop whose service may change customers, and only read the rest. */
async function openLimited(engine: 'postgres' | 'mysql'): Promise<Shop> {
  const database = await createDatabase(engine);
  const user = `clerk_${randomUUID().slice(0, 8)}`;
  const url = new URL(database.url);
  url.username = user;
  url.password = 'clerk';
  const name = url.pathname.slice(1);
  const grants = {
    postgres: `create role ${user} login password 'clerk'; grant select on all tables in schema public to ${user};
      grant all on customer to ${user};`,
    mysql: `create user ${user}@'%' identified by 'clerk'; grant select on ${name}.* to ${user}@'%';
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
