/** A disk that fills up quickly: a small file system, if this run may mount one. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { temporaryFolder } from './folders.ts';

const run = promisify(execFile);

export interface SmallDisk extends AsyncDisposable {
  readonly folder: string;
  resize(megabytes: number): Promise<void>;
}

/** Null if mounting is not permitted. */
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
      // Detached at once, and released when the last process has closed its files.
      await run('umount', ['--lazy', folder]);
    },
  };
}
