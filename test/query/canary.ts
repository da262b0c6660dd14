/** The zoo, with an additional table that attacks try to destroy. */
import { expect } from 'vitest';
import type { Engine, TestDatabase } from '../support/servers.ts';
import { checksum } from './checksum.ts';
import { loadData } from './load.ts';
import { zoo } from './zoo.ts';

export interface GuardedZoo {
  readonly database: TestDatabase;
  /** Expects all its rows to be unchanged. */
  expectUnharmed(): Promise<void>;
}

export async function loadGuardedZoo(engine: Engine): Promise<GuardedZoo> {
  const database = await loadData(engine, zoo);
  await database.run('CREATE TABLE canary (id integer PRIMARY KEY); INSERT INTO canary VALUES (42);');
  const before = await checksum(database, zoo);
  return {
    database,
    expectUnharmed: async () => {
      expect(await database.rows('SELECT id FROM canary')).toEqual([[42]]);
      expect(await checksum(database, zoo)).toBe(before);
    },
  };
}
