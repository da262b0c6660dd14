/** Why somebody may see something, when the condition of a grant does not fit. */
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { PolicyWhere } from '../../src/contract/policy.ts';
import { createDatabase } from '../support/servers.ts';
import { serveLimited } from './service.ts';

const own: PolicyWhere = {
  func: {
    name: 'EXISTS',
    args: [
      {
        entity: { id: 'agent', relation: { attr_parent: 'agent_id' } },
        where: { func: { name: 'EQ', args: [{ attr: 'region' }, { user: 'region' }] } },
      },
    ],
  },
};

test('a condition that no longer fits is said to grant nothing', async () => {
  await using database = await createDatabase('sqlite');
  await database.run(`
    CREATE TABLE agent (id integer PRIMARY KEY, region integer);
    CREATE TABLE sale (id integer PRIMARY KEY, agent_id integer REFERENCES agent (id));
    INSERT INTO agent VALUES (1, 7);
    INSERT INTO sale VALUES (1, 1);`);
  await using service = await serveLimited(database.url, {
    users: {
      root: { roles: ['admin'] },
      ann: { roles: ['seller'], attributes: { region: 7 } },
      bob: { roles: ['seller'] },
    },
    roles: { seller: { sale: { read: { rows: own } } } },
  });
  const ask = async (path: string) => {
    const { status, body } = await service.ask('root', `/api/access/${path}`);
    expect(status, body).toBe(200);
    return JSON.parse(body);
  };
  const seller = { role: 'seller', column: null, row: null, missing: [] };
  const granted = { allowed: true, reason: 'The role seller grants it.', grants: [seller] };
  const keyed = (row: boolean) => [{ ...seller, row }];
  expect(await ask('why?entity=sale&user=ann')).toEqual(granted);
  expect(await ask('why?entity=sale&key=[1]&user=ann')).toEqual({ ...granted, grants: keyed(true) });

  await database.run('ALTER TABLE agent DROP COLUMN region');
  const refused = { allowed: false, reason: expect.stringContaining('condition of the role seller') };
  for (const change of ['', 'ALTER TABLE agent ADD COLUMN region integer DEFAULT 7']) {
    if (change !== '') await database.run(change);
    // The schema is checked once for all requests of the same event loop turn.
    await delay(10);
    expect(await ask('why?entity=sale&user=ann')).toEqual({ ...refused, grants: [seller] });
    expect(await ask('why?entity=sale&key=[1]&user=ann')).toEqual({ ...refused, grants: keyed(false) });
    expect(await ask('why?entity=sale&user=bob')).toMatchObject({
      allowed: false,
      grants: [{ ...seller, missing: ['region'] }],
    });
    expect(await ask('who?entity=sale')).toMatchObject({ roles: [{ role: 'seller', rows: 'some' }] });
  }
});
