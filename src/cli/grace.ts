// Bounds the time from a signal to the end of the process, whatever the process is doing.
import { spawn } from 'node:child_process';
import { endingSignals } from './ending-signals.ts';

/** From the first signal to the end of the process. */
export const graceMs = 10_000;

/** Time for the system to clean up the process. */
const cleanupMs = 500;

/** Kills a process at a given time, unless the pipe from it closes before. */
const program = `
  const [pid, deadline] = process.argv.slice(1).map(Number);
  for (const signal of ${JSON.stringify(endingSignals)}) process.on(signal, () => {});
  process.stdin.resume().on('end', () => process.exit()).on('error', () => process.exit());
  setTimeout(() => process.kill(pid, 'SIGKILL'), deadline - Date.now());
`;

/**
 * A separate process does it: under load the main thread may be late, and a clean exit waits for worker threads, one of
 * which may be deep in a statement that cannot be interrupted.
 */
export function killAfterGrace(): void {
  const deadline = Date.now() + graceMs - cleanupMs;
  const watch = spawn(process.execPath, ['-e', program, String(process.pid), String(deadline)], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Without the watchdog the time is unbounded, but this process still ends.
  watch.on('error', () => {});
  watch.stdin.on('error', () => {});
  watch.unref();
}
