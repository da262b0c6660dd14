// The one session that writes to a SQLite file, in a thread of its own.
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Problem } from '../../../contract/problem.ts';
import type { BoundSql } from '../../../query/dialect/sql.ts';
import { PooledWriter, WriteSession } from '../../base/pooled-writer.ts';
import { tellStatement } from '../../base/trace.ts';
import type { DatabaseUrl } from '../../url.ts';
import type { Writer, WriterOptions, WrittenRow } from '../../writer.ts';
import { checkOptions } from '../readers/options.ts';
import { writeFailure } from './failure.ts';
import type { FromWriter, ToWriter, WriterSetup } from './protocol.ts';

// The worker stands beside this file, as .ts in a checkout and as .js in a build.
const workerFile = new URL(`writing-worker${extname(import.meta.url)}`, import.meta.url);

/** There is one writer to a file at a time, whoever it is. */
export async function openWriter(url: DatabaseUrl, options: WriterOptions): Promise<Writer> {
  if (url.database === ':memory:') {
    throw new Problem('database-unavailable', 'A database in memory cannot be edited: name a file.');
  }
  if (url.options.get('mode') === 'ro') {
    throw new Problem('database-unavailable', 'mode=ro in the database URL lets nobody edit: leave it out.');
  }
  const setup = { path: url.database, busyTimeoutMs: checkOptions(url) };
  const words = { begin: 'begin immediate', checkDeferred: null };
  return new PooledWriter(async () => new Session(setup), words, { ...options, poolSize: 1 });
}

class Session extends WriteSession {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, PromiseWithResolvers<FromWriter>>();
  #nextId = 1;

  constructor(setup: WriterSetup) {
    super();
    this.#worker = new Worker(workerFile, { workerData: setup });
    // The process may end while nobody writes.
    this.#worker.unref();
    this.#worker.on('message', (reply: FromWriter) => this.#answer(reply));
    this.#worker.on('error', (error) => this.#lose(error));
    this.#worker.on('exit', () => this.#lose(new Error('the thread that writes has ended')));
  }

  async command(sql: string): Promise<void> {
    await this.#ask('command', sql, []);
  }

  async rows({ sql, parameters }: BoundSql): Promise<WrittenRow[]> {
    return (await this.#ask('rows', sql, [parameters])).rows ?? [];
  }

  override async lines({ sql, parameters }: BoundSql): Promise<string[]> {
    return (await this.#ask('lines', sql, [parameters])).lines ?? [];
  }

  async run(sql: string, lists: readonly (readonly unknown[])[]): Promise<number[]> {
    return (await this.#ask('run', sql, lists)).counts ?? [];
  }

  drop(): void {
    void this.end();
  }

  async end(): Promise<void> {
    this.gone = true;
    await this.#worker.terminate();
  }

  async #ask(
    type: ToWriter['type'],
    sql: string,
    lists: readonly (readonly unknown[])[],
  ): Promise<FromWriter> {
    tellStatement(sql);
    const id = this.#nextId++;
    const waiting = Promise.withResolvers<FromWriter>();
    this.#waiting.set(id, waiting);
    this.#worker.ref();
    const message: ToWriter = { id, type, sql, lists };
    this.#worker.postMessage(message);
    const reply = await waiting.promise;
    if (reply.failure !== undefined) throw writeFailure(reply.failure);
    return reply;
  }

  #answer(reply: FromWriter): void {
    this.#waiting.get(reply.id)?.resolve(reply);
    this.#waiting.delete(reply.id);
    if (this.#waiting.size === 0) this.#worker.unref();
  }

  #lose(error: Error): void {
    // Whoever waits for an answer finds it gone.
    this.gone = true;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
    this.lose(error);
  }
}
