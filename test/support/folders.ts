/** Folders for what tests write, all within the run's folder, which goes away with the run. */
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';

/** The folder of this test run. */
export function runFolder(): string {
  const folder = process.env.JOINERY_TEST_FOLDER;
  if (!folder)
    throw new Error('The folder for temporary files exists only within a test run: start this with vitest.');
  return folder;
}

/** Makes an empty folder. The end of the run removes it. */
export function temporaryFolder(): Promise<string> {
  return mkdtemp(join(runFolder(), 'files-'));
}
