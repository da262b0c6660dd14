// What a reader does: runs statements on its own connections, a chunk at a time, so that many slow clients
// share it without holding each other up.
import { type Chunks, noChunk, type Part, RowChunks, rowText } from './chunks.ts';
import { openReader, type Plans, planOf, type Reader } from './open.ts';
import type { FromReader, Question, ReaderSetup, ToReader } from './protocol.ts';
import { SliceChunks } from './slices.ts';

/** Kilobytes of pages that a reader keeps of the file while it works. */
const pages = {
  /** A short read: the next one may well be like it. */
  short: 16 * 1024,
  /** A stream that has its thread for itself, and each of two that read one answer. */
  alone: 8 * 1024,
  paired: 4 * 1024,
  /** One of several streams in its turn, and from then to its next. */
  turn: 1024,
  rest: 64,
  /** All streams together that cannot let go of their pages between turns. */
  paused: 4 * 1024,
} as const;

/** What takes no longer than this at a time gives way to nobody. */
const shortMs = 50;

interface Job {
  readonly id: number;
  readonly reader: Reader;
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
  readonly #idle: Reader[] = [];
  readonly #plans: Plans = new Map();
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
    const reader = this.#reader();
    try {
      reader.keepPages(this.#pagesOf(message));
      const job: Job = {
        id: message.id,
        reader,
        chunks: this.#chunks(reader, message),
        remainingMs: this.#timeoutMs,
      };
      this.#jobs.set(job.id, job);
      return job;
    } catch (error) {
      this.#rest(reader);
      throw error;
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
    this.#rest(job.reader);
  }

  /** The last one comes first, with what it keeps of the file; the others rest without. */
  #rest(reader: Reader): void {
    this.#idle.at(-1)?.keepPages(pages.rest);
    this.#idle.push(reader);
  }

  /** For a stream that begins. */
  #pagesOf({ slices, part }: Stream): number {
    const others = this.#jobs.size;
    if (others === 0) return pagesAlone(part);
    return slices === undefined ? Math.max(pages.rest, Math.floor(pages.paused / (others + 1))) : pages.turn;
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
    const { chunks } = job;
    const isAlone = this.#jobs.size === 1;
    keepPages(job, isAlone ? pagesAlone(part) : pages.turn);
    const chunk = this.#timed(job, () =>
      part === undefined ? chunks.next() : (chunks.part?.(part) ?? noChunk()),
    );
    if (chunk.done) this.#close(job);
    else if (!isAlone) keepPages(job, pages.rest);
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

function pagesAlone(part: Part | undefined): number {
  return part === undefined ? pages.alone : pages.paired;
}

/** The driver changes nothing about a connection while a statement of it is paused. */
function keepPages({ chunks, reader }: Job, kilobytes: number): void {
  if (!chunks.isPaused) reader.keepPages(kilobytes);
}
