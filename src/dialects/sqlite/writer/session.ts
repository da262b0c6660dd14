// The only session that writes to a SQLite file, on its own thread.
import { extname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { Problem } from '../../../contract/problem.ts';
import type { BoundSql } from '../../../query/dialect/statement.ts';
import { PooledWriter, WriteSession } from '../../base/pooled-writer.ts';
import { publishStatement } from '../../base/trace.ts';
import type { DatabaseUrl } from '../../url.ts';
import type { StepDone, Writer, WriterOptions, WriteStep } from '../../writer.ts';
import { checkOptions } from '../readers/options.ts';
import { writeFailure } from './failure.ts';
import { GroupedWriter } from './grouped-writer.ts';
import {
  type FromWriter,
  packed,
  type ToWriter,
  unpacked,
  type WriterDone,
  type WriterFailure,
  type WriterSetup,
  type WriterStep,
} from './protocol.ts';
import { WrittenFile } from './written-file.ts';

// The worker is next to this file: .ts in a checkout, .js in a build.
const workerFile = new URL(`writing-worker${extname(import.meta.url)}`, import.meta.url);

/** A file has one writer at a time, across all programs. */
export async function openWriter(url: DatabaseUrl, options: WriterOptions): Promise<Writer> {
  if (url.database === ':memory:') {
    throw new Problem('database-unavailable', 'A database in memory cannot be edited: name a file.');
  }
  if (url.options.get('mode') === 'ro') {
    throw new Problem('database-unavailable', 'mode=ro in the database URL lets nobody edit: leave it out.');
  }
  const setup = { path: url.database, busyTimeoutMs: checkOptions(url), leavesLog: false };
  const words = { begin: 'begin immediate', checkDeferred: null };
  const writer = new PooledWriter(async () => new Session(setup), words, { ...options, poolSize: 1 });
  return new GroupedWriter(writer);
}

/** After this many changes on the main thread, the other thread checkpoints the log. */
const logAfter = 200;

/** If the disk takes longer than this, the next changes run on the other thread. */
const slowDiskMs = 10;
const worksAfterSlowDisk = 100;

/** Without a log, COMMIT has to wait for all readers of the file, so it is retried at this interval. */
const retryMs = 2;

class Session extends WriteSession {
  readonly #worker: Worker;
  /** For works so short that waking another thread would take longer; it never waits for a lock. */
  readonly #mainThreadFile: WrittenFile;
  #place: 'undecided' | 'spot' | 'worker' = 'undecided';
  #isShort: () => boolean = () => false;
  #shortWorks = 0;
  /** The number of upcoming works to run on the other thread. */
  #threadWorks = 0;
  readonly #patienceMs: number;
  readonly #waiting = new Map<number, PromiseWithResolvers<FromWriter>>();
  #nextId = 1;

  constructor(setup: WriterSetup) {
    super();
    this.#worker = new Worker(workerFile, { workerData: setup });
    this.#patienceMs = setup.busyTimeoutMs;
    this.#mainThreadFile = new WrittenFile({ ...setup, busyTimeoutMs: 0, leavesLog: true });
    // The process may exit while nothing is being written.
    this.#worker.unref();
    this.#worker.on('message', (reply: FromWriter) => this.#answer(reply));
    this.#worker.on('error', (error) => this.#lose(error));
    this.#worker.on('exit', () => this.#lose(new Error('the thread that writes has ended')));
  }

  override async begin(sql: string | null, isShort: () => boolean): Promise<void> {
    await super.begin(sql, isShort);
    this.#place = 'undecided';
    this.#isShort = isShort;
  }

  protected async sent(sql: string, before: readonly string[]): Promise<void> {
    await this.#done([...before, sql].map(command));
  }

  override async lines({ sql, parameters }: BoundSql): Promise<string[]> {
    const [done] = await this.#askNow([{ type: 'lines', sql, lists: [parameters] }]);
    return done?.lines ?? [];
  }

  async runBatch(steps: readonly WriteStep[]): Promise<readonly StepDone[]> {
    const done = await this.#askNow(
      steps.map(({ sql, lists }) => ({ type: 'rows or counts', sql, lists: packed(lists) })),
    );
    return done.map(({ rows, counts }) => ({ rows: unpacked(rows), counts }));
  }

  drop(): void {
    void this.end();
  }

  async end(): Promise<void> {
    this.isEnded = true;
    this.#mainThreadFile.close();
    await this.#worker.terminate();
  }

  async #askNow(steps: readonly WriterStep[]): Promise<readonly WriterDone[]> {
    const before = this.takeDeferred().map(command);
    return (await this.#done([...before, ...steps])).slice(before.length);
  }

  async #done(steps: readonly WriterStep[]): Promise<readonly WriterDone[]> {
    const isFirst = this.#place === 'undecided';
    if (isFirst) this.#place = this.#chosenPlace();
    if (this.#place === 'worker') return this.#ask(steps);
    for (const { sql } of steps) publishStatement(sql);
    const { done, failure } = await this.#runOnMainThread(steps);
    if (failure === undefined) {
      this.#count(steps);
      return done;
    }
    // Another program is writing: wait for it on the other thread.
    if (isFirst && done.length === 0 && isContended(failure)) {
      this.#place = 'worker';
      return this.#ask(steps);
    }
    throw writeFailure(failure);
  }

  #chosenPlace(): 'spot' | 'worker' {
    if (!this.#isShort() || !this.#mainThreadFile.isPlain) return 'worker';
    if (this.#threadWorks === 0) return 'spot';
    this.#threadWorks--;
    return 'worker';
  }

  async #runOnMainThread(steps: readonly WriterStep[]): Promise<Outcome> {
    const begin = performance.now();
    let outcome: Outcome = this.#mainThreadFile.answer(steps);
    if (performance.now() - begin > slowDiskMs) this.#threadWorks = worksAfterSlowDisk;
    while (isCommitting(steps, outcome) && performance.now() - begin < this.#patienceMs) {
      await setTimeout(retryMs);
      const { done } = outcome;
      const { done: more, failure } = this.#mainThreadFile.answer(steps.slice(done.length));
      outcome = { done: [...done, ...more], ...(failure && { failure }) };
    }
    return outcome;
  }

  #count(steps: readonly WriterStep[]): void {
    if (steps.at(-1)?.sql !== 'commit') return;
    this.#shortWorks++;
    if (this.#shortWorks % logAfter !== 0) return;
    // If it is not possible now, the next attempt will do it.
    this.#ask([command('pragma wal_checkpoint(passive)')]).catch(() => {});
  }

  async #ask(steps: readonly WriterStep[]): Promise<readonly WriterDone[]> {
    for (const { sql } of steps) publishStatement(sql);
    const id = this.#nextId++;
    const waiting = Promise.withResolvers<FromWriter>();
    this.#waiting.set(id, waiting);
    this.#worker.ref();
    const message: ToWriter = { id, steps };
    this.#worker.postMessage(message);
    const reply = await waiting.promise;
    if (reply.failure !== undefined) throw writeFailure(reply.failure);
    return reply.done;
  }

  #answer(reply: FromWriter): void {
    this.#waiting.get(reply.id)?.resolve(reply);
    this.#waiting.delete(reply.id);
    if (this.#waiting.size === 0) this.#worker.unref();
  }

  #lose(error: Error): void {
    // Pending requests find the session gone.
    this.isEnded = true;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
    this.markEnded(error);
  }
}

type Outcome = ReturnType<WrittenFile['answer']>;

/** Other programs are reading or writing at the moment. */
function isContended({ code }: WriterFailure): boolean {
  return code.startsWith('SQLITE_BUSY');
}

/** Whether only COMMIT is left, and another program is blocking it. */
function isCommitting(steps: readonly WriterStep[], { done, failure }: Outcome): boolean {
  return failure !== undefined && isContended(failure) && steps[done.length]?.sql === 'commit';
}

function command(sql: string): WriterStep {
  return { type: 'command', sql, lists: [] };
}
