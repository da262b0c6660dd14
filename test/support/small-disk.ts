/** A disk that is soon full: a small file system where this run may mount one. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { temporaryFolder } from './folders.ts';

const run = promisify(execFile);

export interface SmallDisk extends AsyncDisposable {
  readonly folder: string;
  resize(megabytes: number): Promise<void>;
}

/** Null where the system lets nobody mount. */
export async function mountSmallDisk(megabytes: number): Promise<SmallDisk | null> {
  const folder = await temporaryFolder();
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
  } catch {
    return null;
  }
  return {
    folder,
    async resize(to) {
      await run('mount', ['-o', `remount,size=${to}m`, folder]);
    },
    async [Symbol.asyncDispose]() {
      // At once for everybody, and for good when the last process has closed its files.
      await run('umount', ['--lazy', folder]);
    },
  };
}
