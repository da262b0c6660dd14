import { expect, test } from 'vitest';
import { liveEngines as engines } from '../support/servers.ts';
import { killAndStartAgain } from './killed-migrations.ts';

test.each(engines)('a migration on %s is whole after a kill at any statement', async (engine) => {
  expect(await killAndStartAgain(engine, 1)).toBeGreaterThan(20);
});
