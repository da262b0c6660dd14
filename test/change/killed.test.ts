/** The steps where most could go wrong; the soak test covers all of them, with more rows. */
import { test } from 'vitest';
import { killAt } from './killed.ts';

test('a killed service leaves whole change sets and a correct journal, on sqlite', {
  timeout: 120_000,
}, async ({ annotate }) => {
  await killAt('sqlite', ['written', 'intended', 'committed'], 20);
  await annotate('sqlite: 3 of 3 steps, all or nothing, the journal right', 'F10');
});

test.each(['postgres', 'mysql'] as const)(
  'a killed service leaves whole change sets and a correct journal, on %s',
  { timeout: 120_000 },
  async (engine) => {
    await killAt(engine, ['intended', 'committed'], 20);
  },
);
