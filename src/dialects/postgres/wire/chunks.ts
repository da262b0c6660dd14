// Collects rows into chunks of bytes.
import type { RowSink } from './tap.ts';

/** The first chunk is small, so that short answers are cheap and long ones start at once. */
const firstChunkBytes = 32 * 1024;
const chunkBytes = 256 * 1024;

export interface ChunkEvents {
  /** The first row has started. */
  readonly onFirst?: () => void;
  /** Another chunk is full. */
  readonly onFull?: () => void;
}

export class RowChunks implements RowSink {
  /** The rows started so far, and the bytes of all of them. */
  rows = 0;
  bytes = 0;
  readonly #separator: Buffer;
  readonly #events: ChunkEvents;
  readonly #full: Buffer[] = [];
  #chunk: Buffer | null = null;
  #used = 0;
  #next = firstChunkBytes;
  #closed = false;

  constructor(separator: string, events: ChunkEvents = {}) {
    this.#separator = Buffer.from(separator);
    this.#events = events;
  }

  begin(): void {
    if (this.rows++ > 0) this.#append(this.#separator, 0, this.#separator.length);
    else this.#events.onFirst?.();
  }

  write(bytes: Buffer, start: number, end: number): void {
    this.bytes += end - start;
    this.#append(bytes, start, end);
  }

  pack(bytes: Buffer, start: number, end: number, to: number): number {
    let at = to;
    if (this.rows++ > 0) for (const byte of this.#separator) bytes[at++] = byte;
    else this.#events.onFirst?.();
    bytes.copyWithin(at, start, end);
    return at + end - start;
  }

  writePacked(bytes: Buffer, start: number, end: number): void {
    this.write(bytes, start, end);
  }

  /** The number of full chunks waiting to be taken. */
  get full(): number {
    return this.#full.length;
  }

  /** The oldest full chunk, or else the unfinished one. */
  take(): Buffer | null {
    const full = this.#full.shift();
    if (full) return full;
    if (this.#chunk === null || this.#used === 0) return null;
    const chunk = this.#chunk.subarray(0, this.#used);
    this.#chunk = null;
    return chunk;
  }

  /** Discards everything received from now on. */
  close(): void {
    this.#closed = true;
    this.#full.length = 0;
    this.#chunk = null;
  }

  #append(bytes: Buffer, start: number, end: number): void {
    for (let from = this.#closed ? end : start; from < end; ) {
      if (this.#chunk === null) {
        this.#chunk = Buffer.allocUnsafeSlow(this.#next);
        this.#next = chunkBytes;
        this.#used = 0;
      }
      const to = Math.min(end, from + this.#chunk.length - this.#used);
      this.#used += bytes.copy(this.#chunk, this.#used, from, to);
      from = to;
      if (this.#used === this.#chunk.length) {
        this.#full.push(this.#chunk);
        this.#chunk = null;
        this.#events.onFull?.();
      }
    }
  }
}
