// A server under measurement: a child process with an address, its memory and its processor time.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Engine } from '../test/support/engines.ts';
import { floorProgram } from './floor/build.ts';

export class Subject implements AsyncDisposable {
  readonly address: string;
  /** Milliseconds from the start of the process to its ready line. */
  readonly readyMs: number;
  /** Resident memory before there was anything to do, in bytes. */
  readonly memoryAtRest: number;
  readonly #process: ChildProcess;

  private constructor(address: string, readyMs: number, process: ChildProcess) {
    this.address = address;
    this.readyMs = readyMs;
    this.#process = process;
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
      return new Subject(address.replace('localhost', '127.0.0.1'), performance.now() - begin, child);
    }
    throw new Error(`${program} ended before it was ready`);
  }

  /** From now on the peak is a new one. */
  forgetPeak(): void {
    writeFileSync(`/proc/${this.#process.pid}/clear_refs`, '5');
  }

  /** The most resident memory since then, in bytes. */
  peakMemory(): number {
    return this.#memory('VmHWM');
  }

  /** Processor time of the process so far, in milliseconds. */
  cpu(): number {
    // Fields 14 and 15, of all threads; the command before them may hold spaces. A tick is 10 ms on Linux.
    const fields = this.#proc('stat')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
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

export function startJoinery(url: string): Promise<Subject> {
  return Subject.start('bin/joinery.mjs', ['--database', url, '--port', '0', '--log-level', 'error']);
}

export function startFloor(engine: Engine, url: string): Promise<Subject> {
  return Subject.start(floorProgram(engine), [url]);
}
