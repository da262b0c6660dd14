import { describe, expect, test } from 'vitest';
import { restartUnderLoad, sentence } from '../faults/restarts.ts';
import { breakableEngines } from '../support/servers.ts';

describe.each(breakableEngines)('a %s server that restarts a hundred times under load', (engine) => {
  test('never takes the service with it', async ({ annotate }) => {
    const shown = await restartUnderLoad(engine, 100);
    await annotate(sentence(shown), 'F1');
    expect(shown).toMatchObject({ exits: 0, withoutRetryAfter: 0, wrong: 0 });
    expect([...shown.answers.keys()].toSorted()).toEqual([200, 503]);
    expect(shown.slowestRecoveryMs).toBeLessThan(5_000);
    expect(shown.sessions).toBeLessThanOrEqual(4 + 1);
  });
});
