/** PostgreSQL and MariaDB on three hosts, and hosts that are killed twenty times under load. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { countTogether, undoInAnyOrder } from '../change/histories.ts';
import { openShopOn } from '../change/shop.ts';
import { startService } from '../http/service.ts';
import { startCluster, urlOfNodes } from '../support/servers.ts';
import { killUnderLoad, sentence } from './failover.ts';
import { hostsSuite } from './hosts-suite.ts';

hostsSuite('postgres');
hostsSuite('mysql');

test.for(['postgres', 'galera'] as const)(
  '%s: the service recovers each time when hosts are killed twenty times under load',
  async (kind, { annotate }) => {
    const shown = await killUnderLoad(kind, 20);
    await annotate(sentence(shown), 'F14');
    expect(shown).toMatchObject({ exits: 0, wrong: [] });
    expect(shown.slowestRecoveryMs).toBeLessThan(10_000);
  },
);

test('editors use three nodes of a cluster, and their change sets are undone in any order', async ({
  annotate,
}) => {
  await using cluster = await startCluster('galera');
  const [, , last] = cluster.nodes;
  await using database = await cluster.createDatabase();
  // Writers that bypass the service use another node.
  const outside = {
    ...database,
    run: async (script: string) => {
      await last?.rows(script, database.name);
    },
  };
  await using shop = await openShopOn(outside, {}, urlOfNodes(cluster.nodes, database.name));
  const { conflicts } = await countTogether(shop, { each: 300, editors: 3 });
  await annotate(`galera: 1200 of 1200 increments there, ${conflicts} conflicts told`, 'F11');
  const sets = 1_000;
  const undone = await undoInAnyOrder(shop, sets, Math.random);
  await annotate(
    `galera: ${sets - undone.gone} of ${sets} sets undone, ${undone.gone} gone along with others and told, ${undone.conflicts} conflicts named on the way, everything as it was`,
    'F12',
  );
});

const History = z.object({ changes: z.array(z.object({ note: z.string(), state: z.string() })) });

test('changes are made while a cluster loses its majority, and the history tells which of them have happened', async () => {
  await using cluster = await startCluster('galera');
  const [first, ...others] = cluster.nodes;
  await using database = await cluster.createDatabase();
  await database.run('create table thing (id integer primary key)');
  const url = urlOfNodes(cluster.nodes, database.name);
  await using service = await startService(url, { edit: true, statementTimeoutMs: 5_000 });
  const add = async (id: number) => {
    const changes = [{ op: 'insert', entity: 'thing', set: { id } }];
    const answer = await service.post('/api/database/changes', { note: `${id}`, changes });
    return `${answer.status} ${/problem:[a-z-]+/.exec(await answer.text())?.[0] ?? ''}`;
  };
  expect(await add(1)).toBe('201 ');
  await Promise.all(others.map((node) => node.kill()));
  const told = await Promise.all([2, 3, 4].map(add));
  expect(told).toEqual(told.map(() => '503 problem:outcome-unknown'));
  // The administrator gives up on the other nodes.
  await first?.rows(`set global wsrep_provider_options = 'pc.bootstrap=yes'`);
  await expect.poll(() => add(5), { timeout: 20_000, interval: 500 }).toBe('201 ');
  const there = new Set(
    (await first?.rows('select id from thing', database.name))?.map(([id]) => String(id)),
  );
  const { changes } = History.parse(await (await service.get('/api/database/changes')).json());
  const states = new Map(changes.map(({ note, state }) => [note, state]));
  for (const id of ['1', '2', '3', '4', '5']) {
    expect([id, states.get(id)]).toEqual([id, there.has(id) ? 'done' : 'failed']);
  }
});
