/** kill −9 at every step of a set of 1,000 rows, on every engine. */
import { test } from 'vitest';
import { steps } from '../../src/app/change/steps.ts';
import { liveEngines } from '../support/engines.ts';
import { killAt } from './killed.ts';

test.for(liveEngines)('on %s', { timeout: 600_000 }, async (engine, { annotate }) => {
  await killAt(engine, steps, 1_000);
  const { length } = steps;
  await annotate(
    `${engine}: ${length} of ${length} steps with 1,000 rows, all or nothing, the journal right`,
    'F10',
  );
});
