// The processor time that processes have taken, as the system counts it. On a busy machine it tells more than a clock.
import { readdirSync, readFileSync } from 'node:fs';

/** A tick of the system's count, in milliseconds; Linux has had 100 of them a second for ever. */
const tick = 10;

/** Of a process, of all that it has started, and of those among them that have ended; in milliseconds. */
export function processorTime(pid: number): number {
  try {
    // Fields 14 to 17; the command before them may hold spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    const own = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * tick;
    return childrenOf(pid).reduce((sum, child) => sum + processorTime(child), own);
  } catch {
    // It has ended in between, and its time is its parent's now.
    return 0;
  }
}

function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
}

/** The processes whose command line has a text, but none that one of the others has started. */
export function processesWith(text: string): number[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && commandLine(name).includes(text));
  const found = all.map(Number).filter((pid) => pid !== process.pid);
  return found.filter((pid) => !found.some((other) => other !== pid && childrenOf(other).includes(pid)));
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
