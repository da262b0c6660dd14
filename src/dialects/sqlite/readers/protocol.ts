// The messages between the service and SQLite's readers, be they threads or processes.
import type { Slices } from '../../../query/dialect/statement.ts';
import type { OpenedFile } from '../../base/file.ts';
import type { RowCounts } from '../../dialect.ts';
import type { Chunk, Part } from './chunks.ts';

/** Enough that the jobs of one thread hardly ever share a slot, so that none is stopped in another's place. */
export const cancelSlots = 1024;

/** What a reader process may hold in memory. What a view computes has no other bound. */
export const mostBytes = 512 * 1024 * 1024;

/** How a reader process says that it held more. */
export const tooLargeSignal = 'SIGUSR2';

export interface ReaderSetup {
  readonly file: string;
  readonly busyTimeoutMs: number;
  /** Time that one statement may use, in the engine and before a reader has taken it; 0 means no bound. */
  readonly timeoutMs: number;
  /** Kilobytes of pages that a reader keeps of the file from one short read to the next. */
  readonly shortPages: number;
}

export interface WorkerSetup extends ReaderSetup {
  /** Int32s: ids of jobs that must stop, each in the slot that its id leads to; in one more, whether all must. */
  readonly cancelled: SharedArrayBuffer;
  /** An Int32: how many short reads the service has done itself. */
  readonly shortReads: SharedArrayBuffer;
}

export interface ReadChunk extends Chunk {
  /** Whether the rows that follow can be asked for in parts. */
  readonly hasParts: boolean;
  /** With the last rows: those of the statement beside them, if it was run. */
  readonly beside?: readonly string[];
}

interface Run {
  readonly id: number;
  /** When somebody began to wait for it, by `clock`: their time begins there, and not when a reader has time for it. */
  readonly asked: number;
  /** The file that is to be read, and no other that may stand in its place by now. */
  readonly file: OpenedFile;
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** A statement whose rows are told with the last ones of another, of the same state. */
export interface BesideRows {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  /** Not run where so many rows have come. */
  readonly unless: RowCounts | null;
}

export type ToReader =
  | (Run & {
      readonly type: 'stream';
      readonly separator: string;
      readonly slices?: Slices | undefined;
      readonly part?: Part;
      /** Tells the state of the database apart from others; null where it cannot be told. */
      readonly state: string | null;
      /** All rows in one piece, as far as that is not too large. */
      readonly isBrief: boolean;
      readonly beside: BesideRows | null;
    })
  | (Run & { readonly type: 'fetch' })
  /** The steps of the engine's plan, each as a line. */
  | (Run & { readonly type: 'explain' })
  /** Nobody will ask for this file any more. */
  | {
      readonly type: 'retire';
      readonly id: number;
      readonly file: OpenedFile;
      readonly endsStatements: boolean;
    }
  /** Without a part: whatever follows. */
  | { readonly type: 'pull'; readonly id: number; readonly part?: Part }
  | { readonly type: 'close'; readonly id: number };

export type FromReader =
  | (ReadChunk & { readonly type: 'chunk'; readonly id: number })
  | { readonly type: 'rows'; readonly id: number; readonly rows: readonly string[] }
  | { readonly type: 'error'; readonly id: number; readonly code: string; readonly message: string };

/** What a reader is asked; every question gets one answer. */
export type Question = Exclude<ToReader, { type: 'close' }>;
export type Reply = Exclude<FromReader, { type: 'error' }>;

/** Milliseconds of a clock that all threads and processes of this machine share. */
export function clock(): number {
  return Number(process.hrtime.bigint() / 1_000n) / 1_000;
}

type WithoutId<Message> = Message extends unknown ? Omit<Message, 'id' | 'asked'> : never;

/** One statement's way to the reader that runs it. */
export interface Line {
  ask(question: WithoutId<Question>): Promise<Reply>;
  /** Gives the line up; a statement that is not complete ends in the engine. */
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
