/** The resident memory of a process. */
import { readFile } from 'node:fs/promises';

export const megabyte = 1024 * 1024;

/** In bytes; 0 for a process that is gone. */
export async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
}
