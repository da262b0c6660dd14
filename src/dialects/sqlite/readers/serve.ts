// What a reader does: runs statements on its own connections, a chunk at a time, so that many slow clients
// share it without holding each other up.

import { isSameFile, type OpenedFile } from '../../base/file.ts';
import type { RowCounts } from '../../dialect.ts';
import { type Chunks, noChunk, type Part, RowChunks, rowText } from './chunks.ts';
import { Connections, restPages, torn } from './connections.ts';
import { planOf, type Reader } from './open.ts';
import {
  type BesideRows,
  clock,
  type FromReader,
  type Question,
  type ReadChunk,
  type ReaderSetup,
  type ToReader,
} from './protocol.ts';
import { SliceChunks } from './slices.ts';

/** Kilobytes of pages that a reader keeps of the file while it works. */
const pages = {
  /** Rows one by one, where no other connection reads. */
  rows: 8 * 1024,
  /** Slices, of however many streams; where several connections take turns, from one turn to the next. */
  slices: 1024,
  /** All connections together that cannot let go of their pages between turns. */
  paused: 4 * 1024,
} as const;

/** What takes no longer than this at a time gives way to nobody. */
const shortMs = 50;

/** A connection that shows one state of the database for as long as somebody reads it. */
interface HeldState {
  readonly reader: Reader;
  /** What tells the state from others; null where that could not be told. */
  readonly state: string | null;
  readonly jobs: Set<Job>;
}

interface Job {
  readonly id: number;
  readonly snapshot: HeldState;
  readonly chunks: Chunks;
  readonly isBrief: boolean;
  readonly beside: BesideRows | null;
  /** How many have come so far. */
  rows: number;
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

type Stream = Extract<Question, { type: 'stream' }>;

export class ReaderService {
  readonly #timeoutMs: number;
  /** For a short read: the next one may well be like it. */
  readonly #shortPages: number;
  readonly #surroundings: Surroundings;
  readonly #jobs = new Map<number, Job>();
  readonly #snapshots = new Set<HeldState>();
  readonly #connections: Connections;
  #current: { readonly id: number; readonly begin: number; readonly deadline: number } | null = null;

  constructor(setup: ReaderSetup, surroundings: Surroundings) {
    this.#connections = new Connections(setup, () => this.#tick());
    this.#timeoutMs = setup.timeoutMs > 0 ? setup.timeoutMs : Number.POSITIVE_INFINITY;
    this.#shortPages = setup.shortPages;
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
      case 'retire':
        return this.#retire(message);
    }
  }

  /** Called from inside long statements: the only way to end one that yields no rows. */
  #tick(): void {
    if (this.#current === null) return;
    if (this.#surroundings.isCancelled(this.#current.id)) throw new Interrupted('JOINERY_CANCELLED');
    const now = performance.now();
    if (now > this.#current.deadline) throw new Interrupted('JOINERY_TIMEOUT');
    if (now - this.#current.begin > shortMs) this.#surroundings.giveWay(now);
  }

  #open(message: Stream): Job {
    const snapshot = this.#snapshot(message.file, message.state);
    try {
      const { id, asked, isBrief, beside } = message;
      keepPages(snapshot, isBrief ? this.#shortPages : this.#pagesOfRows());
      const chunks = this.#chunks(snapshot.reader, message);
      const remainingMs = this.#leftMs(asked);
      const job: Job = { id, snapshot, chunks, isBrief, beside, rows: 0, remainingMs };
      this.#jobs.set(id, job);
      snapshot.jobs.add(job);
      return job;
    } catch (error) {
      this.#leave(snapshot);
      throw error;
    }
  }

  /** Who wants to see a state that others are reading shares their connection. */
  #snapshot(file: OpenedFile, state: string | null): HeldState {
    for (const snapshot of this.#snapshots) {
      const isShown = state !== null && snapshot.state === state && isSameFile(snapshot.reader.file, file);
      if (isShown) return snapshot;
    }
    const snapshot: HeldState = { reader: this.#connections.begin(file), state, jobs: new Set() };
    this.#snapshots.add(snapshot);
    return snapshot;
  }

  /** Who leaves last ends the transaction. */
  #leave(snapshot: HeldState): void {
    if (snapshot.jobs.size > 0) return;
    this.#snapshots.delete(snapshot);
    this.#connections.end(snapshot.reader);
  }

  /** What is under way goes on unless the file's log, which is known by name only, is now another file's. */
  #retire({ id, file, endsStatements }: Extract<Question, { type: 'retire' }>): FromReader {
    for (const job of endsStatements ? [...this.#jobs.values()] : []) {
      if (isSameFile(job.snapshot.reader.file, file)) this.#close(job);
    }
    this.#connections.retire(file);
    return { type: 'rows', id, rows: [] };
  }

  #chunks(reader: Reader, { sql, parameters, slices, separator, isBrief }: Stream): Chunks {
    const options = { separator, tick: () => this.#tick(), isBrief };
    const sliced = slices && SliceChunks.open(reader, { sql, parameters, slices }, options);
    return sliced ?? new RowChunks(reader.prepare(sql), parameters, options);
  }

  #close(job: Job): void {
    this.#jobs.delete(job.id);
    job.chunks.close();
    job.snapshot.jobs.delete(job);
    this.#leave(job.snapshot);
  }

  /** For rows that may have to be read one by one: while they are, it stays as it is. */
  #pagesOfRows(): number {
    const connections = this.#snapshots.size;
    return connections === 1 ? pages.rows : Math.max(restPages, Math.floor(pages.paused / connections));
  }

  /** Of the time of a statement that somebody has waited for since then. */
  #leftMs(asked: number): number {
    return this.#timeoutMs - (clock() - asked);
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
    const { reader } = snapshot;
    if (!job.isBrief) keepPages(snapshot, pages.slices);
    const chunk = this.#timed(job, () => {
      const next = part === undefined ? chunks.next() : (chunks.part?.(part) ?? noChunk());
      reader.facts.settle();
      return next;
    });
    job.rows += chunk.rows;
    const beside = chunk.done ? this.#besideOf(job) : {};
    if (!reader.freshness.isUntouched()) throw torn();
    if (chunk.done) this.#close(job);
    else if (this.#snapshots.size > 1) keepPages(snapshot, restPages);
    return { type: 'chunk', id: job.id, hasParts: chunks.part !== undefined, ...chunk, ...beside };
  }

  /** Of a job whose rows have all come; it has the time that they have left. */
  #besideOf(job: Job): Pick<ReadChunk, 'beside'> {
    const { beside, rows, snapshot } = job;
    if (beside === null || isWithin(rows, beside.unless)) return {};
    return { beside: this.#rowsOf(snapshot.reader, job, beside) };
  }

  #allRows({ id, asked, file, ...statement }: Extract<Question, { type: 'fetch' }>): FromReader {
    const snapshot = this.#snapshot(file, null);
    const { reader } = snapshot;
    try {
      keepPages(snapshot, this.#shortPages);
      const rows = this.#rowsOf(reader, { id, remainingMs: this.#leftMs(asked) }, statement);
      if (!reader.freshness.isUntouched()) throw torn();
      return { type: 'rows', id, rows };
    } finally {
      this.#leave(snapshot);
    }
  }

  #rowsOf(
    reader: Reader,
    job: Pick<Job, 'id' | 'remainingMs'>,
    { sql, parameters }: Pick<BesideRows, 'sql' | 'parameters'>,
  ): readonly string[] {
    return this.#timed(job, () => {
      this.#tick(); // What is cancelled already must not begin.
      const rows: string[] = [];
      for (const row of reader.prepare(sql).iterate(...parameters)) {
        this.#tick();
        rows.push(rowText(row));
      }
      reader.facts.settle();
      return rows;
    });
  }

  #explain({ id, file, sql, parameters }: Extract<Question, { type: 'explain' }>): FromReader {
    const reader = this.#connections.take(file);
    try {
      return { type: 'rows', id, rows: planOf(reader.db, sql, parameters) };
    } finally {
      this.#connections.rest(reader);
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

function isWithin(rows: number, counts: RowCounts | null): boolean {
  return counts !== null && rows >= counts.least && rows <= counts.most;
}

/** The driver changes nothing about a connection while a statement of it is paused. */
function keepPages({ jobs, reader }: HeldState, kilobytes: number): void {
  for (const { chunks } of jobs) if (chunks.isPaused) return;
  reader.keepPages(kilobytes);
}
