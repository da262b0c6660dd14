// What a reader does: runs statements on its own connections, one chunk at a time, so that many slow clients share it
// without blocking each other.

import { isSameFile, type OpenedFile } from '../../base/file.ts';
import type { RowCounts } from '../../dialect.ts';
import { type Chunks, noChunk, type Part, RowChunks, rowText } from './chunks.ts';
import { Connections, idlePages, inconsistentRead } from './connections.ts';
import { planOf, type Reader } from './open.ts';
import {
  type CompanionQuery,
  clock,
  type FromReader,
  type Question,
  type ReadChunk,
  type ReaderSetup,
  type ToReader,
} from './protocol.ts';
import { SliceChunks } from './slices.ts';
import { WholeRows } from './whole-rows.ts';

/** The page cache of a working reader, in kilobytes. */
const pages = {
  /** For row-by-row reads, if no other connection is reading. */
  rows: 8 * 1024,
  /** For slices, of any number of streams; several connections keep it between their turns. */
  slices: 1024,
  /** For all connections together whose paused statements prevent freeing pages between turns. */
  paused: 4 * 1024,
} as const;

/** Work that takes no longer than this at a time does not yield. */
const shortMs = 50;

/** A connection that shows one state of the database while it is being read. */
interface HeldState {
  readonly reader: Reader;
  /** Identifies the state; null if it was unknown. */
  readonly state: string | null;
  readonly jobs: Set<Job>;
}

interface Job {
  readonly id: number;
  readonly snapshot: HeldState;
  readonly chunks: Chunks;
  readonly isBrief: boolean;
  readonly companion: CompanionQuery | null;
  /** The number of rows sent so far. */
  rows: number;
  /** The remaining engine time, in milliseconds. */
  remainingMs: number;
}

class Interrupted extends Error {
  readonly code: string;
  constructor(code: 'JOINERY_CANCELLED' | 'JOINERY_TIMEOUT') {
    super(code);
    this.code = code;
  }
}

export interface ReaderHost {
  readonly send: (reply: FromReader) => void;
  /** Polled from within statements, when no message can be received. */
  readonly isCancelled: (id: number) => boolean;
  /** Called with the time from within long statements: rests if others should go first. */
  readonly yieldToReads: (now: number) => void;
}

type Stream = Extract<Question, { type: 'stream' }>;

export class ReaderService {
  readonly #timeoutMs: number;
  /** Kept after a short read, since the next one may be similar. */
  readonly #shortPages: number;
  readonly #host: ReaderHost;
  readonly #jobs = new Map<number, Job>();
  readonly #snapshots = new Set<HeldState>();
  readonly #connections: Connections;
  #current: { readonly id: number; readonly begin: number; readonly deadline: number } | null = null;

  constructor(setup: ReaderSetup, surroundings: ReaderHost) {
    this.#connections = new Connections(setup, () => this.#tick());
    this.#timeoutMs = setup.timeoutMs > 0 ? setup.timeoutMs : Number.POSITIVE_INFINITY;
    this.#shortPages = setup.shortPages;
    this.#host = surroundings;
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
        // Closed while the request was on its way.
        if (!job) throw new Interrupted('JOINERY_CANCELLED');
        return this.#chunkOf(job, message.part);
      case 'retire':
        return this.#retire(message);
    }
  }

  /** Called from inside long statements: the only way to end one that yields no rows. */
  #tick(): void {
    if (this.#current === null) return;
    if (this.#host.isCancelled(this.#current.id)) throw new Interrupted('JOINERY_CANCELLED');
    const now = performance.now();
    if (now > this.#current.deadline) throw new Interrupted('JOINERY_TIMEOUT');
    if (now - this.#current.begin > shortMs) this.#host.yieldToReads(now);
  }

  #open(message: Stream): Job {
    const snapshot = this.#snapshot(message.file, message.state);
    try {
      const { id, asked, isBrief, companion } = message;
      keepPages(snapshot, isBrief ? this.#shortPages : this.#pagesForRows());
      const chunks = this.#chunks(snapshot.reader, message);
      const remainingMs = this.#leftMs(asked);
      const job: Job = { id, snapshot, chunks, isBrief, companion, rows: 0, remainingMs };
      this.#jobs.set(id, job);
      snapshot.jobs.add(job);
      return job;
    } catch (error) {
      this.#leave(snapshot);
      throw error;
    }
  }

  /** A stream that needs a state somebody is already reading shares that connection. */
  #snapshot(file: OpenedFile, state: string | null): HeldState {
    for (const snapshot of this.#snapshots) {
      const isShown = state !== null && snapshot.state === state && isSameFile(snapshot.reader.file, file);
      if (isShown) return snapshot;
    }
    const snapshot: HeldState = { reader: this.#connections.begin(file), state, jobs: new Set() };
    this.#snapshots.add(snapshot);
    return snapshot;
  }

  /** The last stream to leave ends the transaction. */
  #leave(snapshot: HeldState): void {
    if (snapshot.jobs.size > 0) return;
    this.#snapshots.delete(snapshot);
    this.#connections.end(snapshot.reader);
  }

  /** Running statements continue, unless the file's log, which is known only by name, now belongs to another file. */
  #retire({ id, file, endsStatements }: Extract<Question, { type: 'retire' }>): FromReader {
    for (const job of endsStatements ? [...this.#jobs.values()] : []) {
      if (isSameFile(job.snapshot.reader.file, file)) this.#close(job);
    }
    this.#connections.retire(file);
    return { type: 'rows', id, rows: [] };
  }

  #chunks(reader: Reader, { sql, parameters, usual, slices, separator, isBrief }: Stream): Chunks {
    const options = { separator, tick: () => this.#tick() };
    if (isBrief) return new WholeRows(reader, { sql, parameters }, usual, options);
    const sliced = slices && SliceChunks.open(reader, { sql, parameters, slices }, options);
    return sliced ?? new RowChunks(reader.prepare(sql), parameters, options);
  }

  #close(job: Job): void {
    this.#jobs.delete(job.id);
    job.chunks.close();
    job.snapshot.jobs.delete(job);
    this.#leave(job.snapshot);
  }

  /** For reads that may go row by row, during which the size cannot change. */
  #pagesForRows(): number {
    const connections = this.#snapshots.size;
    return connections === 1 ? pages.rows : Math.max(idlePages, Math.floor(pages.paused / connections));
  }

  /** The remaining time of a statement requested at this time. */
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
    const extra = chunk.done ? this.#companionRows(job) : {};
    if (!reader.freshness.isUntouched()) throw inconsistentRead();
    if (chunk.done) this.#close(job);
    else if (this.#snapshots.size > 1) keepPages(snapshot, idlePages);
    return { type: 'chunk', id: job.id, hasParts: chunks.part !== undefined, ...chunk, ...extra };
  }

  /** For a job whose rows are complete; uses the time that they left. */
  #companionRows(job: Job): Pick<ReadChunk, 'companionRows'> {
    const { companion, rows, snapshot } = job;
    if (companion === null || isWithin(rows, companion.unless)) return {};
    return { companionRows: this.#rowsOf(snapshot.reader, job, companion) };
  }

  #allRows({ id, asked, file, ...statement }: Extract<Question, { type: 'fetch' }>): FromReader {
    const snapshot = this.#snapshot(file, null);
    const { reader } = snapshot;
    try {
      keepPages(snapshot, this.#shortPages);
      const rows = this.#rowsOf(reader, { id, remainingMs: this.#leftMs(asked) }, statement);
      if (!reader.freshness.isUntouched()) throw inconsistentRead();
      return { type: 'rows', id, rows };
    } finally {
      this.#leave(snapshot);
    }
  }

  #rowsOf(
    reader: Reader,
    job: Pick<Job, 'id' | 'remainingMs'>,
    { sql, parameters }: Pick<CompanionQuery, 'sql' | 'parameters'>,
  ): readonly string[] {
    return this.#timed(job, () => {
      this.#tick(); // Must not start if already cancelled.
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
      this.#connections.park(reader);
    }
  }

  #answer(id: number, work: () => FromReader): void {
    try {
      this.#host.send(work());
    } catch (error) {
      const job = this.#jobs.get(id);
      if (job) this.#close(job);
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN';
      const message = error instanceof Error ? error.message : '';
      this.#host.send({ type: 'error', id, code, message });
    }
  }
}

function isWithin(rows: number, counts: RowCounts | null): boolean {
  return counts !== null && rows >= counts.min && rows <= counts.max;
}

/** The driver cannot change settings of a connection while a statement is paused. */
function keepPages({ jobs, reader }: HeldState, kilobytes: number): void {
  for (const { chunks } of jobs) if (chunks.isPaused) return;
  reader.keepPages(kilobytes);
}
