// What a reader does: runs statements on its own connections, a chunk at a time, so that many slow clients
// share it without holding each other up.
import { Cache } from '../../../query/cache.ts';
import { type Chunks, noChunk, type Part, RowChunks, rowText } from './chunks.ts';
import { openReader, type Plans, planOf, type Reader } from './open.ts';
import type { FromReader, Question, ReaderSetup, ToReader } from './protocol.ts';
import { SliceChunks } from './slices.ts';

/** Kilobytes of pages that a reader keeps of the file while it works. */
const pages = {
  /** A short read: the next one may well be like it. */
  short: 16 * 1024,
  /** Rows one by one, where no other connection reads. */
  rows: 8 * 1024,
  /** Slices, of however many streams; where several connections take turns, from one turn to the next. */
  slices: 1024,
  rest: 64,
  /** All connections together that cannot let go of their pages between turns. */
  paused: 4 * 1024,
} as const;

/** What takes no longer than this at a time gives way to nobody. */
const shortMs = 50;

/** A connection that shows one state of the database for as long as somebody reads it. */
interface Snapshot {
  readonly reader: Reader;
  /** What tells the state from others; null where that could not be told. */
  readonly state: bigint | null;
  readonly jobs: Set<Job>;
}

interface Job {
  readonly id: number;
  readonly snapshot: Snapshot;
  readonly chunks: Chunks;
  /** Milliseconds of engine time that are left. */
  remainingMs: number;
}

class Interrupted extends Error {
  readonly code: string;
  constructor(code: 'JOINERY_CANCELLED' | 'JOINERY_TIMEOUT') {
    super(code);
    this.code = code;
  }
}

export interface Surroundings {
  readonly send: (reply: FromReader) => void;
  /** Asked from within statements, where no message can be received. */
  readonly isCancelled: (id: number) => boolean;
  /** Called from within long statements, with the time: rests if others should go first. */
  readonly giveWay: (now: number) => void;
}

type Opening = Extract<Question, { type: 'stream' | 'fetch' | 'explain' }>;
type Stream = Extract<Question, { type: 'stream' }>;

export class ReaderService {
  readonly #setup: ReaderSetup;
  readonly #timeoutMs: number;
  readonly #surroundings: Surroundings;
  readonly #jobs = new Map<number, Job>();
  readonly #snapshots = new Set<Snapshot>();
  readonly #idle: Reader[] = [];
  readonly #plans: Plans = new Cache('sqlite plans');
  #current: { readonly id: number; readonly begin: number; readonly deadline: number } | null = null;

  constructor(setup: ReaderSetup, surroundings: Surroundings) {
    this.#setup = setup;
    this.#timeoutMs = setup.timeoutMs > 0 ? setup.timeoutMs : Number.POSITIVE_INFINITY;
    this.#surroundings = surroundings;
  }

  receive(message: ToReader): void {
    const job = this.#jobs.get(message.id);
    if (message.type !== 'close') this.#answer(message.id, () => this.#reply(message, job));
    else if (job) this.#close(job);
  }

  #reply(message: Question, job: Job | undefined): FromReader {
    switch (message.type) {
      case 'stream':
        return this.#chunkOf(this.#open(message), message.part);
      case 'fetch':
        return this.#allRows(message);
      case 'explain':
        return this.#explain(message);
      case 'pull':
        // It was closed while this was on its way.
        if (!job) throw new Interrupted('JOINERY_CANCELLED');
        return this.#chunkOf(job, message.part);
    }
  }

  /** Called from inside long statements: the only way to end one that yields no rows. */
  readonly #tick = (): void => {
    if (this.#current === null) return;
    if (this.#surroundings.isCancelled(this.#current.id)) throw new Interrupted('JOINERY_CANCELLED');
    const now = performance.now();
    if (now > this.#current.deadline) throw new Interrupted('JOINERY_TIMEOUT');
    if (now - this.#current.begin > shortMs) this.#surroundings.giveWay(now);
  };

  #reader(): Reader {
    const { file, busyTimeoutMs } = this.#setup;
    return this.#idle.pop() ?? openReader(file, busyTimeoutMs, this.#tick, this.#plans);
  }

  #open(message: Stream): Job {
    const snapshot = this.#snapshot(message.state);
    try {
      keepPages(snapshot, this.#pagesOfRows());
      const chunks = this.#chunks(snapshot.reader, message);
      const job: Job = { id: message.id, snapshot, chunks, remainingMs: this.#timeoutMs };
      this.#jobs.set(job.id, job);
      snapshot.jobs.add(job);
      return job;
    } catch (error) {
      this.#leave(snapshot);
      throw error;
    }
  }

  /** Who wants to see a state that others are reading shares their connection. */
  #snapshot(state: bigint | null): Snapshot {
    for (const snapshot of this.#snapshots) {
      if (state !== null && snapshot.state === state) return snapshot;
    }
    const reader = this.#reader();
    reader.prepare('begin').run();
    const snapshot: Snapshot = { reader, state, jobs: new Set() };
    this.#snapshots.add(snapshot);
    return snapshot;
  }

  /** Who leaves last ends its transaction; where the file is too damaged for that, with its connection. */
  #leave(snapshot: Snapshot): void {
    const { reader, jobs } = snapshot;
    if (jobs.size > 0) return;
    this.#snapshots.delete(snapshot);
    try {
      if (reader.db.inTransaction) reader.prepare('commit').run();
      this.#rest(reader);
    } catch {
      reader.db.close();
    }
  }

  #chunks(reader: Reader, { sql, parameters, slices, separator }: Stream): Chunks {
    const options = { separator, tick: this.#tick };
    const sliced = slices && SliceChunks.open(reader, { sql, parameters, slices }, options);
    return sliced ?? new RowChunks(reader.prepare(sql), parameters, options);
  }

  #close(job: Job): void {
    this.#jobs.delete(job.id);
    job.chunks.close();
    job.snapshot.jobs.delete(job);
    this.#leave(job.snapshot);
  }

  /** The last one comes first, with what it keeps of the file; the others rest without. */
  #rest(reader: Reader): void {
    this.#idle.at(-1)?.keepPages(pages.rest);
    this.#idle.push(reader);
  }

  /** For rows that may have to be read one by one: while they are, it stays as it is. */
  #pagesOfRows(): number {
    const connections = this.#snapshots.size;
    return connections === 1 ? pages.rows : Math.max(pages.rest, Math.floor(pages.paused / connections));
  }

  /** Runs a part of a job under its deadline. */
  #timed<T>(job: Pick<Job, 'id' | 'remainingMs'>, work: () => T): T {
    const begin = performance.now();
    this.#current = { id: job.id, begin, deadline: begin + job.remainingMs };
    try {
      return work();
    } finally {
      job.remainingMs -= performance.now() - begin;
      this.#current = null;
    }
  }

  #chunkOf(job: Job, part: Part | undefined): FromReader {
    const { chunks, snapshot } = job;
    keepPages(snapshot, pages.slices);
    const chunk = this.#timed(job, () =>
      part === undefined ? chunks.next() : (chunks.part?.(part) ?? noChunk()),
    );
    if (chunk.done) this.#close(job);
    else if (this.#snapshots.size > 1) keepPages(snapshot, pages.rest);
    return { type: 'chunk', id: job.id, hasParts: chunks.part !== undefined, ...chunk };
  }

  #allRows({ id, sql, parameters }: Opening): FromReader {
    const reader = this.#reader();
    try {
      reader.keepPages(pages.short);
      const rows: string[] = [];
      this.#timed({ id, remainingMs: this.#timeoutMs }, () => {
        this.#tick(); // What is cancelled already must not begin.
        for (const row of reader.prepare(sql).iterate(...parameters)) {
          this.#tick();
          rows.push(rowText(row));
        }
      });
      return { type: 'rows', id, rows };
    } finally {
      this.#rest(reader);
    }
  }

  #explain({ id, sql, parameters }: Opening): FromReader {
    const reader = this.#reader();
    try {
      return { type: 'rows', id, rows: planOf(reader.db, sql, parameters) };
    } finally {
      this.#rest(reader);
    }
  }

  #answer(id: number, work: () => FromReader): void {
    try {
      this.#surroundings.send(work());
    } catch (error) {
      const job = this.#jobs.get(id);
      if (job) this.#close(job);
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN';
      const message = error instanceof Error ? error.message : '';
      this.#surroundings.send({ type: 'error', id, code, message });
    }
  }
}

/** The driver changes nothing about a connection while a statement of it is paused. */
function keepPages({ jobs, reader }: Snapshot, kilobytes: number): void {
  for (const { chunks } of jobs) if (chunks.isPaused) return;
  reader.keepPages(kilobytes);
}
