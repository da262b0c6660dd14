import { describe, expect, test } from 'vitest';
import { breakableEngines } from '../support/servers.ts';
import { pool, restartUnderLoad, sentence } from './restarts.ts';

describe.each(breakableEngines)('a %s server that is restarted under load', (engine) => {
  test('is used again within 5 s, without wrong answers or leaked sessions', { timeout: 180_000 }, async ({
    annotate,
  }) => {
    const shown = await restartUnderLoad(engine, 2);
    await annotate(sentence(shown), 'F1');
    expect(shown).toMatchObject({ exits: 0, wrong: [], busy: 0 });
    expect(shown.slowestRecoveryMs).toBeLessThan(5_000);
    // On MySQL one more session may exist, for killing statements.
    expect(shown.sessions).toBeLessThanOrEqual(engine === 'mysql' ? pool + 1 : pool);
  });
});
