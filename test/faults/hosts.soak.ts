/** PostgreSQL and MariaDB on three hosts, and hosts that are killed twenty times under load. */
import { expect, test } from 'vitest';
import { countTogether, undoInAnyOrder } from '../change/histories.ts';
import { openShopOn } from '../change/shop.ts';
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
