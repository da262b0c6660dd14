import { describe, expect, test } from 'vitest';
import { breakableEngines } from '../support/servers.ts';
import { restartUnderLoad, sentence } from './restarts.ts';

describe.each(breakableEngines)('a %s server that restarts under load', (engine) => {
  test('is missed by nobody once it is back', { timeout: 180_000 }, async ({ annotate }) => {
    const shown = await restartUnderLoad(engine, 2);
    await annotate(sentence(shown), 'F1');
    expect(shown).toMatchObject({ exits: 0, withoutRetryAfter: 0, wrong: 0 });
    expect([...shown.answers.keys()].toSorted()).toEqual([200, 503]);
    expect(shown.sessions).toBeLessThanOrEqual(4 + 1);
  });
});
