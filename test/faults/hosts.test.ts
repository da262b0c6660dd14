/** PostgreSQL on three hosts; the soak has MariaDB and Galera, and kills them more often. */
import { expect, test } from 'vitest';
import { killHostsUnderLoad, sentence } from './failover.ts';
import { hostsSuite } from './hosts-suite.ts';

hostsSuite('postgres', (cluster) => {
  test('goes on when the primary is killed under load', { timeout: 120_000 }, async ({ annotate }) => {
    const shown = await killHostsUnderLoad(cluster(), 'postgres', 1);
    await annotate(sentence(shown), 'F14');
    expect(shown).toMatchObject({ exits: 0, wrong: [] });
    expect(shown.slowestRecoveryMs).toBeLessThan(10_000);
  });
});
