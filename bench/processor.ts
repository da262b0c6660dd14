// Processor time of processes, as counted by the system. On a busy machine it is more reliable than wall-clock time.
import { readdirSync, readFileSync } from 'node:fs';

/** The system's clock tick in milliseconds; Linux has always used 100 ticks per second. */
const tick = 10;

/** In milliseconds, of a process, its descendants, and those of them that have ended. */
export function processorTime(pid: number): number {
  try {
    // Fields 14 to 17; the command name before them may contain spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    const own = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * tick;
    return childrenOf(pid).reduce((sum, child) => sum + processorTime(child), own);
  } catch {
    // The process has ended meanwhile, and its time counts for its parent.
    return 0;
  }
}

function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
}

/** The processes whose command line contains a text, without those started by another of them. */
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
