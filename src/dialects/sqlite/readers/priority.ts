// What takes long must not slow down what is short: readers leave the processor to others who want it.
import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';

/** Lowers the priority of a process. Not every system lets us; the statements run all the same. */
export function letOthersFirst(id: number | undefined): void {
  try {
    if (id !== undefined) setPriority(id, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // As said.
  }
}

/** Linux has a priority for each thread and takes its number for that of a process; other systems do not. */
export function ownThread(): number | undefined {
  try {
    return process.platform === 'linux' ? Number(basename(readlinkSync('/proc/thread-self'))) : undefined;
  } catch {
    return undefined;
  }
}
