/**
 * Kills (-9) the service, the database server and the store's server at every step of a set of 1,000 rows, on every
 * engine.
 */
import { test } from 'vitest';
import { steps } from '../../src/app/change/transaction/steps.ts';
import { liveEngines } from '../support/engines.ts';
import { breakableEngines } from '../support/servers.ts';
import { killAt } from './killed.ts';
import { killServerAt, type Victim } from './killed-servers.ts';

test.for(liveEngines)(
  'a killed service leaves whole change sets and a correct journal, on %s',
  { timeout: 600_000 },
  async (engine, { annotate }) => {
    await killAt(engine, steps, 1_000);
    const { length } = steps;
    await annotate(
      `${engine}: ${length} of ${length} steps with 1,000 rows, all or nothing, the journal right`,
      'F10',
    );
  },
);

const victims: readonly Victim[] = ['database', 'store'];

test.for(breakableEngines.flatMap((engine) => victims.map((victim) => ({ engine, victim }))))(
  'a killed $victim server leaves whole change sets and a correct journal, on $engine',
  { timeout: 600_000 },
  async ({ engine, victim }, { annotate }) => {
    await killServerAt(engine, victim, steps, 1_000);
    const { length } = steps;
    await annotate(
      `the ${victim} on ${engine}: ${length} of ${length} steps with 1,000 rows, all or nothing, the journal right`,
      'F10',
    );
  },
);
