// The rows of a running statement as chunks of bytes, made when they are asked for.
import type { Statement } from 'better-sqlite3';

export interface Chunk {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly rows: number;
  /** Whether nothing follows. */
  readonly done: boolean;
}

/** Some rows of the answer. */
export interface Part {
  /** How many come before them. */
  readonly at: bigint;
  readonly rows: number;
}

export interface Chunks {
  /** Whether a statement of the engine waits to be stepped on. */
  readonly isPaused: boolean;
  next(): Chunk;
  /**
   * The rows of a part, which begins no earlier than what comes next. Where they cannot be had at once there is no
   * chunk, and `next` goes on with the first of them. Absent where rows can only be had in turn.
   */
  part?(part: Part): Chunk;
  /** Gives up what has not been asked for. */
  close(): void;
}

/** The first chunk is small, so that the answer begins at once; later ones are large, since each is a message. */
const firstChunkChars = 16 * 1024;
const chunkChars = 256 * 1024;
/** All of a short answer is one chunk. */
const briefChars = 1024 * 1024;
const encoder = new TextEncoder();

export interface RowOptions {
  readonly isBrief?: boolean;
  /** Whether rows came before. */
  readonly isContinued?: boolean;
}

/** A row at a time, as the driver steps through a statement. */
export class RowChunks implements Chunks {
  readonly isPaused = true;
  readonly #rows: Iterator<unknown>;
  readonly #separator: string;
  readonly #tick: () => void;
  readonly #firstChars: number;
  /** Whether rows came before. */
  #started: boolean;

  constructor(
    statement: Statement<unknown[], unknown>,
    parameters: readonly unknown[],
    { separator, tick, isBrief = false, isContinued = false }: ChunkOptions & RowOptions,
  ) {
    this.#rows = statement.iterate(...parameters);
    this.#separator = separator;
    this.#tick = tick;
    this.#firstChars = isBrief ? briefChars : firstChunkChars;
    this.#started = isContinued;
  }

  next(): Chunk {
    let text = '';
    let rows = 0;
    const enough = this.#started ? chunkChars : this.#firstChars;
    while (text.length < enough) {
      this.#tick();
      const step = this.#rows.next();
      if (step.done) return { bytes: encoder.encode(text), rows, done: true };
      text += this.#started ? this.#separator + rowText(step.value) : rowText(step.value);
      this.#started = true;
      rows++;
    }
    return { bytes: encoder.encode(text), rows, done: false };
  }

  close(): void {
    this.#rows.return?.();
  }
}

/** Nothing, although something follows. A new one each time, since the memory of a chunk is handed over. */
export function noChunk(): Chunk {
  return { bytes: new Uint8Array(), rows: 0, done: false };
}

export function isNone({ rows, done }: Chunk): boolean {
  return rows === 0 && !done;
}

export interface ChunkOptions {
  /** Stands between two rows. */
  readonly separator: string;
  /** Throws when the statement must end. */
  readonly tick: () => void;
}

export function rowText(row: unknown): string {
  return typeof row === 'string' ? row : 'null';
}
