/** The processes that a process has started. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Those that have not ended. */
export async function childrenOf(pid: number): Promise<number[]> {
  return (await children(pid)).filter(({ state }) => !state.startsWith('Z')).map(({ id }) => id);
}

/** Those that compute at this moment. */
export async function busyChildrenOf(pid: number): Promise<number[]> {
  return (await children(pid)).filter(({ state }) => state.startsWith('R')).map(({ id }) => id);
}

/** Whether a process has not ended. */
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
