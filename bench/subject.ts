// A server under measurement: a child process with an address, its memory and its processor time.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const root = new URL('..', import.meta.url);

export class Subject implements AsyncDisposable {
  readonly name: 'floor' | 'joinery';
  readonly address: string;
  /** Milliseconds from the start of the process to its ready line. */
  readonly readyMs: number;
  readonly #process: ChildProcess;

  private constructor(name: Subject['name'], address: string, readyMs: number, process: ChildProcess) {
    this.name = name;
    this.address = address;
    this.readyMs = readyMs;
    this.#process = process;
  }

  static async start(name: Subject['name'], script: string, parameters: readonly string[]): Promise<Subject> {
    const begin = performance.now();
    const child = spawn(process.execPath, [new URL(script, root).pathname, ...parameters], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NODE_ENV: 'production' },
    });
    for await (const line of createInterface({ input: child.stdout })) {
      const address = /http:\/\/\S+/.exec(line)?.[0];
      if (address === undefined) continue;
      child.stdout.resume();
      return new Subject(name, address, performance.now() - begin, child);
    }
    throw new Error(`${name} ended before it was ready`);
  }

  /** Resident memory in bytes. */
  memory(): number {
    const kilobytes = /VmRSS:\s+(\d+) kB/.exec(this.#proc('status'))?.[1];
    return Number(kilobytes) * 1024;
  }

  /** Processor time of the process so far, in milliseconds. */
  cpu(): number {
    // Fields 14 and 15 after the command, which may hold spaces; a tick is 10 ms on Linux.
    const fields = this.#proc('stat')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#process.kill('SIGTERM');
    if (this.#process.exitCode === null) await once(this.#process, 'exit');
  }

  #proc(file: string): string {
    return readFileSync(`/proc/${this.#process.pid}/${file}`, 'utf8');
  }
}
