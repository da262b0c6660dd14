// The messages between the service and SQLite's readers, whether threads or processes.
import type { BoundSql, Slices } from '../../../query/dialect/statement.ts';
import type { OpenedFile } from '../../base/file.ts';
import type { RowCounts } from '../../dialect.ts';
import type { Chunk, Part } from './chunks.ts';

/** Enough that jobs of one thread hardly ever share a slot, so that cancelling one does not affect another. */
export const cancelSlots = 1024;

/** The memory limit of a reader process. Nothing else bounds what a view computes. */
export const maxBytes = 512 * 1024 * 1024;

/** The signal by which a reader process reports that it exceeded its memory. */
export const tooLargeSignal = 'SIGUSR2';

export interface ReaderSetup {
  readonly file: string;
  readonly busyTimeoutMs: number;
  /** The time limit of one statement, including the wait for a reader; 0 means none. */
  readonly timeoutMs: number;
  /** The page cache that a reader keeps between short reads, in kilobytes. */
  readonly shortPages: number;
}

export interface WorkerSetup extends ReaderSetup {
  /** Int32s: the ids of cancelled jobs, in slots derived from the ids; one more tells whether to cancel all. */
  readonly cancelled: SharedArrayBuffer;
  /** An Int32: the number of short reads done by the main thread. */
  readonly shortReads: SharedArrayBuffer;
}

export interface ReadChunk extends Chunk {
  /** Whether the following rows can be requested in parts. */
  readonly hasParts: boolean;
  /** With the last rows: the rows of the second statement, if it was run. */
  readonly companionRows?: readonly string[];
}

interface Run {
  readonly id: number;
  /** When the caller began to wait, by `clock`: the time limit starts there, not when a reader is free. */
  readonly asked: number;
  /** The exact file to read, even if another has taken its place. */
  readonly file: OpenedFile;
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** A second statement, whose rows come with the last rows of the first, from the same state. */
export interface CompanionQuery {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  /** Skipped if the first statement returned this many rows. */
  readonly unless: RowCounts | null;
}

export type ToReader =
  | (Run & {
      readonly type: 'stream';
      readonly separator: string;
      readonly slices?: Slices | undefined;
      /** For a brief answer: the same rows, with an impossible number in place of each unusual value. */
      readonly usual?: BoundSql | undefined;
      readonly part?: Part;
      /** Identifies the state of the database; null if unknown. */
      readonly state: string | null;
      /** Return all rows as one chunk, unless that is too large. */
      readonly isBrief: boolean;
      readonly companion: CompanionQuery | null;
    })
  | (Run & { readonly type: 'fetch' })
  /** The steps of the engine's plan, one line each. */
  | (Run & { readonly type: 'explain' })
  /** The file will not be requested again. */
  | {
      readonly type: 'retire';
      readonly id: number;
      readonly file: OpenedFile;
      readonly endsStatements: boolean;
    }
  /** Without a part: the rows that follow. */
  | { readonly type: 'pull'; readonly id: number; readonly part?: Part }
  | { readonly type: 'close'; readonly id: number };

export type FromReader =
  | (ReadChunk & { readonly type: 'chunk'; readonly id: number })
  | { readonly type: 'rows'; readonly id: number; readonly rows: readonly string[] }
  | { readonly type: 'error'; readonly id: number; readonly code: string; readonly message: string };

/** A request to a reader; each gets one answer. */
export type Question = Exclude<ToReader, { type: 'close' }>;
export type Reply = Exclude<FromReader, { type: 'error' }>;

/** A clock in milliseconds, shared by all threads and processes of the machine. */
export function clock(): number {
  return Number(process.hrtime.bigint() / 1_000n) / 1_000;
}

type WithoutId<Message> = Message extends unknown ? Omit<Message, 'id' | 'asked'> : never;

/** The channel from one statement to the reader that runs it. */
export interface ReaderChannel {
  ask(question: WithoutId<Question>): Promise<Reply>;
  /** Releases the channel; an incomplete statement is cancelled in the engine. */
  end(isComplete: boolean): void;
}

/** A failure inside SQLite, with the engine's own code. */
export class SqliteFailure extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.name = 'SqliteFailure';
    this.code = code;
  }
}
