/** Folders for files that tests write, all within the run's folder, which is removed with the run. */
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';

/** The folder of this test run. */
export function runFolder(): string {
  const folder = process.env.JOINERY_TEST_FOLDER;
  if (!folder)
    throw new Error('The folder for temporary files exists only within a test run: start this with vitest.');
  return folder;
}

/** Creates an empty folder, which is removed at the end of the run. */
export function temporaryFolder(): Promise<string> {
  return mkdtemp(join(runFolder(), 'files-'));
}
