// A server being measured: a child process with an address, its memory and its processor time.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { reachable } from '../test/support/command.ts';
import { type LiveEngine as Engine, serverEngines } from '../test/support/engines.ts';
import { runFolder } from '../test/support/folders.ts';
import { floorProgram } from './floor/build.ts';
import { processesWith, processorTime } from './processor.ts';

export class Subject implements AsyncDisposable {
  readonly address: string;
  /** Milliseconds from the start of the process to its ready line. */
  readonly readyMs: number;
  /** Resident memory when idle, in bytes. */
  readonly memoryAtRest: number;
  readonly #process: ChildProcess;
  readonly #databasePids: readonly number[];

  private constructor(address: string, readyMs: number, child: ChildProcess) {
    this.address = address;
    this.readyMs = readyMs;
    this.#process = child;
    // The run's private servers have its folder in their command lines; other database servers are ignored.
    this.#databasePids = serverEngines.flatMap((engine) => processesWith(`${runFolder()}/${engine}-`));
    this.memoryAtRest = this.#memory('VmRSS');
  }

  static async start(program: string, parameters: readonly string[]): Promise<Subject> {
    const begin = performance.now();
    const child = spawn(process.execPath, [program, ...parameters], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NODE_ENV: 'production' },
    });
    for await (const line of createInterface({ input: child.stdout })) {
      const address = /http:\/\/\S+/.exec(line)?.[0];
      if (address === undefined) continue;
      child.stdout.resume();
      return new Subject(reachable(address), performance.now() - begin, child);
    }
    throw new Error(`${program} ended before it was ready`);
  }

  /** Resets the peak memory. */
  forgetPeak(): void {
    writeFileSync(`/proc/${this.#process.pid}/clear_refs`, '5');
  }

  /** Peak resident memory since the reset, in bytes. */
  peakMemory(): number {
    return this.#memory('VmHWM');
  }

  /** Processor time so far in milliseconds, of the server with its descendants, and of the database server. */
  cpu(): number {
    const pids = [this.#process.pid ?? 0, ...this.#databasePids];
    return pids.reduce((sum, pid) => sum + processorTime(pid), 0);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const exit = once(this.#process, 'exit');
    this.#process.kill('SIGTERM');
    await exit;
  }

  #memory(field: 'VmRSS' | 'VmHWM'): number {
    const kilobytes = new RegExp(`${field}:\\s+(\\d+) kB`).exec(this.#proc('status'))?.[1];
    return Number(kilobytes) * 1024;
  }

  #proc(file: string): string {
    return readFileSync(`/proc/${this.#process.pid}/${file}`, 'utf8');
  }
}

export function startJoinery(url: string, ...more: readonly string[]): Promise<Subject> {
  const parameters = ['--database', url, '--port', '0', '--log-level', 'error', ...more];
  return Subject.start('bin/joinery.mjs', parameters);
}

/** The implementations of the floor. */
export type Contender = 'plain' | 'best';

export function startFloor(engine: Engine, url: string, contender: Contender): Promise<Subject> {
  return Subject.start(floorProgram(engine), [url, contender]);
}
