// The bound on the time from a signal to the end of the process, kept whatever else the process is doing.
import { spawn } from 'node:child_process';

/** From the first signal to the end of the process. */
export const graceMs = 10_000;

/** The system needs a moment to clear a process away. */
const clearingMs = 500;

/** Ends a process at a given time, unless the pipe from it says that it has ended by itself. */
const program = `
  const [pid, deadline] = process.argv.slice(1).map(Number);
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => {});
  process.stdin.resume().on('end', () => process.exit()).on('error', () => process.exit());
  setTimeout(() => process.kill(pid, 'SIGKILL'), deadline - Date.now());
`;

/**
 * Another process sees to it: the main thread may be late on a machine under load, and the way to a clean end
 * waits for threads, of which one may be deep in a statement that nobody can interrupt.
 */
export function endInTime(): void {
  const deadline = Date.now() + graceMs - clearingMs;
  const watch = spawn(process.execPath, ['-e', program, String(process.pid), String(deadline)], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Without that process the time is not bounded, but this one still ends.
  watch.on('error', () => {});
  watch.stdin.on('error', () => {});
  watch.unref();
}
