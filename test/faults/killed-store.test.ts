/** The server of the state store is killed in the middle of a transaction: that is no mistake of the service. */
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { parseDatabaseUrl } from '../../src/dialects/url.ts';
import { openStore } from '../../src/store/open.ts';
import { breakableEngines, startServer } from '../support/servers.ts';

test.each(breakableEngines)(
  'a store on %s that is killed in a transaction is unavailable',
  async (engine) => {
    await using server = await startServer(engine);
    const store = await openStore(parseDatabaseUrl((await server.createDatabase()).url));
    try {
      const lease = { name: 'a', holder: null, fence: 0, until: 0 };
      // The pause lets the driver notice the end of the connection, or not.
      for (const pauseMs of [0, 100]) {
        const written = store.write(async (trx) => {
          await trx.insertInto('leases').values(lease).execute();
          await server.kill();
          await delay(pauseMs);
          await trx.deleteFrom('leases').execute();
        });
        await expect(written).rejects.toMatchObject({ kind: 'store-unavailable' });
        await server.start();
        expect(
          await store.read((db) => db.selectFrom('leases').select('name').where('name', '=', 'a').execute()),
        ).toEqual([]);
      }
    } finally {
      await store.close();
    }
  },
);
