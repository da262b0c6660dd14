// The rows of a running statement as chunks of bytes, made on demand.
import type { Statement } from 'better-sqlite3';

export interface Chunk {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly rows: number;
  /** Whether this is the last chunk. */
  readonly done: boolean;
}

/** A range of the answer's rows. */
export interface Part {
  /** The number of rows before it. */
  readonly at: bigint;
  readonly rows: number;
}

export interface Chunks {
  /** Whether an engine statement is in the middle of its rows. */
  readonly isPaused: boolean;
  next(): Chunk;
  /**
   * The rows of a part, which must not begin before the next row. Empty if they cannot be had in one piece; then `next`
   * continues with its first row. Absent if rows can only be read in sequence.
   */
  part?(part: Part): Chunk;
  /** Abandons the rows not yet read. */
  close(): void;
}

/** The first chunk is small, so that the response starts at once; later ones are large, since each is a message. */
const firstChunkChars = 16 * 1024;
const chunkChars = 256 * 1024;
/** A short answer fits into one chunk. */
export const briefBytes = 1024 * 1024;
const encoder = new TextEncoder();

export interface RowOptions {
  readonly isBrief?: boolean;
  /** Whether other rows came before. */
  readonly isContinued?: boolean;
}

/** Reads row by row, as the driver steps through a statement. */
export class RowChunks implements Chunks {
  readonly isPaused = true;
  readonly #rows: Iterator<unknown>;
  readonly #separator: string;
  readonly #tick: () => void;
  readonly #firstChars: number;
  /** Whether other rows came before. */
  #started: boolean;

  constructor(
    statement: Statement<unknown[], unknown>,
    parameters: readonly unknown[],
    { separator, tick, isBrief = false, isContinued = false }: ChunkOptions & RowOptions,
  ) {
    this.#rows = statement.iterate(...parameters);
    this.#separator = separator;
    this.#tick = tick;
    this.#firstChars = isBrief ? briefBytes : firstChunkChars;
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

/** An empty chunk that is not the last. Always a new one, because a chunk's memory is handed over. */
export function noChunk(): Chunk {
  return { bytes: new Uint8Array(), rows: 0, done: false };
}

export function isNone({ rows, done }: Chunk): boolean {
  return rows === 0 && !done;
}

export interface ChunkOptions {
  /** Separates two rows. */
  readonly separator: string;
  /** Throws if the statement must end. */
  readonly tick: () => void;
}

export function rowText(row: unknown): string {
  return typeof row === 'string' ? row : 'null';
}
