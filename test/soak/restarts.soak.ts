import { describe, expect, test } from 'vitest';
import { pool, restartUnderLoad, sentence } from '../faults/restarts.ts';
import { breakableEngines } from '../support/servers.ts';

describe.each(breakableEngines)('a %s server that restarts a hundred times under load', (engine) => {
  test('never ends the service', async ({ annotate }) => {
    const shown = await restartUnderLoad(engine, 100);
    await annotate(sentence(shown), 'F1');
    expect(shown).toMatchObject({ exits: 0, wrong: [], busy: 0 });
    expect(shown.slowestRecoveryMs).toBeLessThan(5_000);
    // On MySQL one more session may exist, for killing statements.
    expect(shown.sessions).toBeLessThanOrEqual(engine === 'mysql' ? pool + 1 : pool);
  });
});
