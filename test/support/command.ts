/** Runs the `joinery` command in processes of its own, as a user does. */
import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export interface RunningCommand extends AsyncDisposable {
  /** The address that it listens on. */
  readonly address: string;
  /** The id of the started process, which may have started others. */
  readonly pid: number;
  /** All output so far. */
  output(): string;
  /** Resolves to the first process's exit code once it and all its descendants are gone. */
  readonly ended: Promise<number | null>;
}

/** The same address without a host name: a minimal machine may not be able to resolve `localhost`. */
export function reachable(address: string): string {
  return address.replace('//localhost:', '//127.0.0.1:');
}

/** Starts a command line and waits for the line with the service's address. */
export async function startCommand(
  program: string,
  args: readonly string[],
  options: SpawnOptions = {},
): Promise<RunningCommand> {
  // A process group of its own can be killed as a whole.
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const pid = child.pid ?? 0;
  // The pipes close when the last process that holds them is gone.
  const ended = once(child, 'close').then(([code]) => code);
  const stderrTexts: string[] = [];
  child.stderr.setEncoding('utf8').on('data', (text: string) => stderrTexts.push(text));
  const address = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      stderrTexts.push(`${line}\n`);
      const ready = /ready at (\S+)/.exec(line);
      if (ready?.[1]) resolve(reachable(ready[1]));
    });
    ended.then(
      (code) => reject(new Error(`It ended with code ${code} before it was ready:\n${stderrTexts.join('')}`)),
      reject,
    );
  });
  return {
    address,
    pid,
    output: () => stderrTexts.join(''),
    ended,
    [Symbol.asyncDispose]: async () => {
      try {
        process.kill(-pid, 'SIGKILL');
      } catch {
        // The group is gone already.
      }
      await ended;
    },
  };
}
