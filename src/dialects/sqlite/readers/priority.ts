// Long statements must not slow down short ones: readers run with a lower priority.
import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';

/** Lowers the priority of a process. Some systems refuse that; statements run all the same. */
export function lowerPriority(id: number | undefined): void {
  try {
    if (id !== undefined) setPriority(id, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Not every system allows it.
  }
}

/** Linux has per-thread priorities, and accepts thread ids as process ids; other systems do not. */
export function currentThreadId(): number | undefined {
  try {
    return process.platform === 'linux' ? Number(basename(readlinkSync('/proc/thread-self'))) : undefined;
  } catch {
    return undefined;
  }
}
