/** The child processes and threads of a process. */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Without zombies. */
export async function childrenOf(pid: number): Promise<number[]> {
  return (await children(pid)).filter(({ state }) => !state.startsWith('Z')).map(({ id }) => id);
}

/** Those that are running right now. */
export async function busyChildrenOf(pid: number): Promise<number[]> {
  return (await children(pid)).filter(({ state }) => state.startsWith('R')).map(({ id }) => id);
}

/** The number of threads of a process that are running right now. */
export function busyThreadsOf(pid: number): number {
  return readdirSync(`/proc/${pid}/task`).filter((thread) => {
    try {
      return /\) R /.test(readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8'));
    } catch {
      return false; // The thread has ended meanwhile.
    }
  }).length;
}

/** Whether a process is still running. */
export async function isAlive(pid: number): Promise<boolean> {
  const { stdout } = await run('ps', ['-o', 'stat=', '-p', String(pid)]).catch(() => ({ stdout: 'Z' }));
  return !stdout.startsWith('Z');
}

async function children(pid: number): Promise<{ id: number; state: string }[]> {
  const { stdout } = await run('ps', ['-o', 'pid=,ppid=,stat=', '-A']);
  return stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, parent]) => Number(parent) === pid)
    .map(([id, , state = 'Z']) => ({ id: Number(id), state }));
}
