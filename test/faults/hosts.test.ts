/** PostgreSQL on three hosts; the soak test adds MariaDB and Galera, and kills hosts more often. */
import { expect, test } from 'vitest';
import { startService } from '../http/service.ts';
import { urlOfNodes } from '../support/servers.ts';
import { killHostsUnderLoad, sentence } from './failover.ts';
import { hostsSuite } from './hosts-suite.ts';

hostsSuite('postgres', (cluster) => {
  test('the service recovers within 10 s when the primary is killed under load', {
    timeout: 120_000,
  }, async ({ annotate }) => {
    const shown = await killHostsUnderLoad(cluster(), 'postgres', 1);
    await annotate(sentence(shown), 'F14');
    expect(shown).toMatchObject({ exits: 0, wrong: [] });
    expect(shown.slowestRecoveryMs).toBeLessThan(10_000);
  });

  test('the service leaves a silent primary for the promoted replica', { timeout: 60_000 }, async () => {
    const { nodes, createDatabase } = cluster();
    const roles = await Promise.all(
      nodes.map(async (node) => ({
        node,
        isReplica: (await node.rows('select pg_is_in_recovery()'))[0]?.[0],
      })),
    );
    const primary = roles.find(({ isReplica }) => isReplica === false)?.node;
    const [replica] = nodes.filter((node) => node !== primary);
    if (primary === undefined || replica === undefined) throw new Error('no such hosts');
    await primary.rows('alter system reset synchronous_standby_names');
    await primary.rows('select pg_reload_conf()');
    const database = await createDatabase(primary);
    await database.run(
      'create table thing (id integer primary key, n integer not null); insert into thing values (1, 0)',
    );
    // Longer than this test may take.
    await using service = await startService(urlOfNodes([primary, replica], database.name), {
      edit: true,
      statementTimeoutMs: 300_000,
    });
    const change = () =>
      service.post('/api/database/changes', {
        changes: [{ op: 'update', entity: 'thing', key: { id: 1 }, set: { n: 0 }, expect: { n: 0 } }],
      });
    expect((await change()).status).toBe(201);
    const isThere = () => replica.rows('select n from thing', database.name).catch(() => null);
    await expect.poll(isThere, { timeout: 30_000 }).toEqual([[0]]);
    await primary.pause();
    try {
      const waiting = change();
      await replica.rows('select pg_promote()');
      expect((await waiting).status).toBe(503);
      await expect.poll(async () => (await change()).status, { timeout: 30_000 }).toBe(201);
    } finally {
      await primary.resume();
    }
  });
});
