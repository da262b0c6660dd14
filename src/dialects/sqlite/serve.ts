// What a reader does: runs statements on its own connections, a chunk at a time, so that many slow clients
// share it without holding each other up.
import { openReader, type Reader } from './open.ts';
import type { FromReader, Question, ReaderSetup, ToReader } from './protocol.ts';

/** The first chunk is small, so that the answer begins at once; later ones are large, since each is a message. */
const firstChunkChars = 16 * 1024;
const chunkChars = 256 * 1024;
const encoder = new TextEncoder();

interface Job {
  readonly id: number;
  readonly reader: Reader;
  readonly rows: Iterator<unknown>;
  readonly separator: string;
  /** Milliseconds of engine time that are left. */
  remainingMs: number;
  started: boolean;
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
}

type Opening = Extract<Question, { type: 'stream' | 'fetch' | 'explain' }>;

export class ReaderService {
  readonly #setup: ReaderSetup;
  readonly #surroundings: Surroundings;
  readonly #jobs = new Map<number, Job>();
  readonly #idle: Reader[] = [];
  #current: { readonly id: number; readonly deadline: number } | null = null;

  constructor(setup: ReaderSetup, surroundings: Surroundings) {
    this.#setup = setup;
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
        return this.#chunkOf(this.#open(message));
      case 'fetch':
        return this.#allRows(this.#open(message));
      case 'explain':
        return this.#explain(message);
      case 'pull':
        // It was closed while this was on its way.
        if (!job) throw new Interrupted('JOINERY_CANCELLED');
        return this.#chunkOf(job);
    }
  }

  /** Called from inside long statements: the only way to end one that yields no rows. */
  readonly #tick = (): void => {
    if (this.#current === null) return;
    if (this.#surroundings.isCancelled(this.#current.id)) throw new Interrupted('JOINERY_CANCELLED');
    if (performance.now() > this.#current.deadline) throw new Interrupted('JOINERY_TIMEOUT');
  };

  #reader(): Reader {
    return this.#idle.pop() ?? openReader(this.#setup.file, this.#setup.busyTimeoutMs, this.#tick);
  }

  #open(message: Opening): Job {
    const { timeoutMs } = this.#setup;
    const reader = this.#reader();
    try {
      const job: Job = {
        id: message.id,
        reader,
        rows: reader.prepare(message.sql).iterate(...message.parameters),
        separator: message.type === 'stream' ? message.separator : '',
        remainingMs: timeoutMs > 0 ? timeoutMs : Number.POSITIVE_INFINITY,
        started: false,
      };
      this.#jobs.set(job.id, job);
      return job;
    } catch (error) {
      this.#idle.push(reader);
      throw error;
    }
  }

  #close(job: Job): void {
    this.#jobs.delete(job.id);
    job.rows.return?.();
    this.#idle.push(job.reader);
  }

  /** Runs a part of a job under its deadline. */
  #timed<T>(job: Job, work: () => T): T {
    const begin = performance.now();
    this.#current = { id: job.id, deadline: begin + job.remainingMs };
    try {
      return work();
    } finally {
      job.remainingMs -= performance.now() - begin;
      this.#current = null;
    }
  }

  #chunkOf(job: Job): FromReader {
    return this.#timed(job, () => this.#nextChunk(job));
  }

  #nextChunk(job: Job): FromReader {
    let text = '';
    let rows = 0;
    const enough = job.started ? chunkChars : firstChunkChars;
    while (text.length < enough) {
      this.#tick();
      const step = job.rows.next();
      if (step.done) {
        this.#close(job);
        return { type: 'chunk', id: job.id, bytes: encoder.encode(text), rows, done: true };
      }
      text += job.started ? job.separator + rowText(step.value) : rowText(step.value);
      job.started = true;
      rows++;
    }
    return { type: 'chunk', id: job.id, bytes: encoder.encode(text), rows, done: false };
  }

  #allRows(job: Job): FromReader {
    const rows: string[] = [];
    this.#timed(job, () => {
      for (;;) {
        this.#tick();
        const step = job.rows.next();
        if (step.done) break;
        rows.push(rowText(step.value));
      }
    });
    this.#close(job);
    return { type: 'rows', id: job.id, rows };
  }

  /** Each step of the plan as a line, indented by its depth. */
  #explain({ id, sql, parameters }: Opening): FromReader {
    const reader = this.#reader();
    try {
      const steps = reader.db
        .prepare(`explain query plan ${sql}`)
        .raw(true)
        .all(...parameters);
      const depths = new Map<unknown, number>();
      const rows = steps.map((step) => {
        const [number, parent, , detail]: unknown[] = Array.isArray(step) ? step : [];
        const depth = (depths.get(parent) ?? -1) + 1;
        depths.set(number, depth);
        return `${'  '.repeat(depth)}${detail}`;
      });
      return { type: 'rows', id, rows };
    } finally {
      this.#idle.push(reader);
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

function rowText(row: unknown): string {
  return typeof row === 'string' ? row : 'null';
}
