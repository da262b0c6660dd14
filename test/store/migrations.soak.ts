import { test } from 'vitest';
import { liveEngines as engines } from '../support/servers.ts';
import { killAndStartAgain } from './killed-migrations.ts';

test.for(engines)(
  'a migration on %s is completed after a kill at any statement',
  async (engine, { annotate }) => {
    const killed = await killAndStartAgain(engine, 1);
    await annotate(
      `${engine}: killed after each of ${killed} statements of migrations, whole at the next start`,
      'F13',
    );
  },
);
