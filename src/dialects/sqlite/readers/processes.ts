// The reader processes: for statements that run code defined by the database file, in its views and generated columns.
// Such code may run forever, and only killing the process stops it.
import { type ChildProcess, fork } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { statementTimeout } from '../../base/clock.ts';
import { Slots, type Taker, type Turn } from '../../base/slots.ts';
import { lowerPriority } from './priority.ts';
import {
  clock,
  type FromReader,
  type Question,
  type ReaderChannel,
  type ReaderSetup,
  type Reply,
  SqliteFailure,
  type ToReader,
  tooLargeSignal,
} from './protocol.ts';

const program = fileURLToPath(new URL(`reader-process${extname(import.meta.url)}`, import.meta.url));

/** An idle process ends after this time. */
const idleMs = 60_000;
/** How long an abandoned statement may take to finish by itself: starting a process is expensive. */
const graceMs = 200;

/** With fewer, one slow reader of a view would occupy all that streams may use. */
const minProcesses = 4;

export class ProcessPool {
  readonly #setup: ReaderSetup;
  readonly #slots: Slots;
  readonly #idle: { readonly reader: ReaderProcess; readonly timer: NodeJS.Timeout }[] = [];
  readonly #all = new Set<ReaderProcess>();

  constructor(setup: ReaderSetup, size: number, waitMs: number) {
    this.#setup = setup;
    const withinMs = Math.min(waitMs, setup.timeoutMs || Number.POSITIVE_INFINITY);
    this.#slots = new Slots(Math.max(size, minProcesses), () => withinMs);
  }

  /** Each process runs one statement at a time, so that killing it affects no other. */
  async openChannel(turn: Turn, taker: Taker): Promise<ReaderChannel> {
    const asked = clock();
    const leave = await this.#slots.take(turn, taker);
    const rested = this.#idle.pop();
    clearTimeout(rested?.timer);
    const reader = rested?.reader ?? this.#start();
    const { timeoutMs } = this.#setup;
    const leftMs = timeoutMs === 0 ? Number.POSITIVE_INFINITY : timeoutMs - (clock() - asked);
    return new ProcessChannel(reader, asked, Math.max(0, leftMs), () => {
      leave();
      if (!reader.isEnded) this.#park(reader);
    });
  }

  /** Processes needed later are started anew. */
  close(): void {
    for (const reader of this.#all) reader.kill();
  }

  #start(): ReaderProcess {
    const reader = new ReaderProcess(this.#setup, () => {
      this.#all.delete(reader);
      const at = this.#idle.findIndex((rested) => rested.reader === reader);
      if (at >= 0) this.#idle.splice(at, 1);
    });
    this.#all.add(reader);
    return reader;
  }

  #park(reader: ReaderProcess): void {
    this.#idle.push({ reader, timer: setTimeout(() => reader.kill(), idleMs).unref() });
  }
}

let nextId = 1;

class ProcessChannel implements ReaderChannel {
  readonly #reader: ReaderProcess;
  readonly #release: () => void;
  /** The remaining engine time, in milliseconds. */
  #remainingMs: number;
  readonly #whose: { readonly id: number; readonly asked: number };
  #asked: Promise<Reply> | null = null;
  #ended = false;

  constructor(reader: ReaderProcess, asked: number, remainingMs: number, giveBack: () => void) {
    this.#reader = reader;
    this.#whose = { id: nextId++, asked };
    this.#remainingMs = remainingMs;
    this.#release = giveBack;
  }

  async ask(question: Parameters<ReaderChannel['ask']>[0]): Promise<Reply> {
    const asked = this.#reader.ask({ ...question, ...this.#whose });
    this.#asked = asked;
    const late = Promise.withResolvers<never>();
    const begin = performance.now();
    const timer = Number.isFinite(this.#remainingMs)
      ? setTimeout(() => {
          late.reject(statementTimeout());
          this.#reader.kill();
        }, this.#remainingMs)
      : undefined;
    try {
      return await Promise.race([asked, late.promise]);
    } finally {
      clearTimeout(timer);
      this.#remainingMs = Math.max(0, this.#remainingMs - (performance.now() - begin));
      if (this.#asked === asked) this.#asked = null;
    }
  }

  end(isComplete: boolean): void {
    if (this.#ended) return;
    this.#ended = true;
    const finish = () => {
      if (!isComplete) this.#reader.send({ type: 'close', id: this.#whose.id });
      this.#release();
    };
    if (this.#asked === null) {
      finish();
      return;
    }
    const impatient = setTimeout(() => this.#reader.kill(), graceMs);
    const answered = () => {
      clearTimeout(impatient);
      finish();
    };
    this.#asked.then(answered, answered);
  }
}

class ReaderProcess {
  readonly #child: ChildProcess;
  readonly #onEnded: () => void;
  /** In the order in which the process answers. */
  readonly #waiting: { resolve: (reply: Reply) => void; reject: (error: unknown) => void }[] = [];
  isEnded = false;

  constructor(setup: ReaderSetup, onGone: () => void) {
    this.#onEnded = onGone;
    // Its standard input tells it when the service is gone.
    this.#child = fork(program, [JSON.stringify(setup)], {
      execArgv: [],
      serialization: 'advanced',
      stdio: ['pipe', 'ignore', 'inherit', 'ipc'],
    });
    lowerPriority(this.#child.pid);
    this.#child.unref();
    this.#child.channel?.unref();
    this.#child.on('message', (message: FromReader) => this.#settle(message));
    this.#child.on('error', () => this.#leave(lost()));
    this.#child.on('exit', (_code, signal) => this.#leave(signal === tooLargeSignal ? tooLarge() : lost()));
    this.#child.stdin?.on('error', () => {});
  }

  ask(question: Question): Promise<Reply> {
    return new Promise((resolve, reject) => {
      if (this.isEnded) return reject(lost());
      this.#waiting.push({ resolve, reject });
      this.send(question);
    });
  }

  send(message: ToReader): void {
    if (!this.isEnded) this.#child.send(message, () => {}); // Failures surface when the process exits.
  }

  kill(): void {
    this.#child.kill('SIGKILL');
    this.#leave(lost());
  }

  #settle(message: FromReader): void {
    const waiter = this.#waiting.shift();
    if (message.type === 'error') waiter?.reject(new SqliteFailure(message.code, message.message));
    // The channel may put several messages into one block of memory, and a chunk's receiver may free it.
    else if (message.type === 'chunk') waiter?.resolve({ ...message, bytes: new Uint8Array(message.bytes) });
    else waiter?.resolve(message);
  }

  #leave(reason: SqliteFailure): void {
    if (this.isEnded) return;
    this.isEnded = true;
    for (const { reject } of this.#waiting.splice(0)) reject(reason);
    this.#onEnded();
  }
}

function tooLarge(): SqliteFailure {
  return new SqliteFailure('JOINERY_TOO_LARGE', 'the reader process held too much');
}

function lost(): SqliteFailure {
  return new SqliteFailure('JOINERY_LOST', 'the reader process is gone');
}
