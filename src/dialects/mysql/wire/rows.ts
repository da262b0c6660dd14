// The rows of a running statement as large chunks of bytes, with back-pressure on the engine.
import type { Statement } from '../../../query/dialect/statement.ts';
import { type SilenceClock, statementTimeout, type WatchHandle } from '../../base/clock.ts';
import { type RowStream, StaleSchema } from '../../dialect.ts';
import { connectionLost, rowTooLarge } from './failure.ts';
import { maxLineLength, missing, type WireRow, writeLine, writeOnly } from './lines.ts';
import type { Session } from './session.ts';

const chunkBytes = 64 * 1024;
/** Leaves room for one more row in a full chunk; the first chunk is small, because most answers are. */
const pieceBytes = chunkBytes + chunkBytes / 4;
const firstPieceBytes = 32 * 1024;
const nothing = Buffer.alloc(0);
/** The most chunks buffered before the engine has to wait. */
const piecesAhead = 4;

interface Piece {
  readonly bytes: Buffer;
  readonly rows: number;
}

export interface RowsOptions {
  readonly separator: string;
  /** Limits the time from one row to the next; a slow reader's time does not count. */
  readonly clock: SilenceClock;
  /** Translates an error of the statement. */
  readonly failure: (error: unknown) => unknown;
  /** Called once: `broken` if the statement may still be running. */
  readonly onEnd: (how: 'finished' | 'broken') => void;
}

export class Rows implements RowStream {
  rows = 0;
  readonly #session: Session;
  readonly #separator: Buffer;
  /** Separates the fields of a line; undefined if a row is a single text. */
  readonly #fieldSeparator: number | undefined;
  readonly #onEnd: RowsOptions['onEnd'];
  readonly #ready: Piece[] = [];
  #filling = nothing;
  #filled = 0;
  #filledRows = 0;
  /** Zero until there is a result, or if there is none. */
  #columns = 0;
  #begun = false;
  #paused = false;
  #ended = false;
  #error: unknown = null;
  #wake: (() => void) | null = null;
  readonly #watched: WatchHandle;

  constructor(session: Session, statement: Statement, options: RowsOptions) {
    this.#session = session;
    this.#separator = Buffer.from(options.separator);
    const forget = session.onEnded((error) => this.#end('finished', connectionLost(error)));
    this.#onEnd = (how) => {
      forget();
      options.onEnd(how);
    };
    this.#fieldSeparator = statement.hints?.lines?.separator.charCodeAt(0);
    const query = session.start(statement, {
      onRow: (row) => this.#add(row),
      onBytes: () => this.#noteProgress(),
    });
    query.on('error', (error: unknown) => this.#end('finished', options.failure(error)));
    // A response without columns is not a result, and must not pass as an empty one.
    query.on('fields', (columns: readonly unknown[] | undefined) => {
      this.#columns = columns?.length ?? 0;
    });
    query.on('end', () => {
      if (this.#columns > 0) this.#end('finished');
      else this.fail(connectionLost(new Error('the server answered with something else than rows')));
    });
    this.#watched = options.clock.watch(() => this.fail(statementTimeout()), session.waitedMs);
  }

  /** Resolves once there is a first row, or certainly none. */
  async first(): Promise<void> {
    while (this.#ready.length === 0 && !this.#ended) await this.#nextEvent();
    if (this.#error !== null) throw this.#error;
  }

  /** Ends the stream with an error at any point. */
  fail(error: unknown): void {
    this.#end('broken', error);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        if (this.#error !== null) throw this.#error;
        const piece = this.#ready.shift();
        if (piece) {
          this.#resume();
          this.rows += piece.rows;
          yield piece.bytes;
        } else if (this.#ended) {
          return;
        } else {
          await this.#nextEvent();
        }
      }
    } finally {
      this.#end('broken');
    }
  }

  #add(row: WireRow): void {
    if (this.#ended) return;
    const end = this.#fieldSeparator === undefined ? this.#text(row) : this.#line(row, this.#fieldSeparator);
    if (end === missing) this.fail(this.#begun ? rowTooLarge() : new StaleSchema(rowTooLarge()));
    else this.#added(end);
  }

  #text(row: WireRow): number {
    this.#makeRoom(row.end - row.offset);
    return writeOnly(this.#filling, this.#filled, row);
  }

  #line(row: WireRow, separator: number): number {
    this.#makeRoom(maxLineLength(row));
    return writeLine(this.#filling, this.#filled, row, this.#columns, separator);
  }

  /** Makes room for the next row and the separator, and writes the separator. */
  #makeRoom(bytes: number): void {
    const needed = this.#filled + this.#separator.length + bytes;
    if (needed > this.#filling.length) this.#grow(needed);
    if (!this.#begun) return;
    for (const byte of this.#separator) this.#filling[this.#filled++] = byte;
  }

  #added(end: number): void {
    this.#filled = end;
    this.#filledRows++;
    if (!this.#begun) {
      this.#begun = true;
      setImmediate(() => this.#flush()); // The first rows do not wait for a full chunk.
    }
    if (this.#filled >= chunkBytes) this.#flush();
  }

  #grow(needed: number): void {
    const least = this.#filled > 0 || this.#begun ? pieceBytes : firstPieceBytes;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, least));
    this.#filling.copy(larger, 0, 0, this.#filled);
    this.#filling = larger;
  }

  #flush(): void {
    if (this.#filledRows === 0) return;
    this.#ready.push({ bytes: this.#filling.subarray(0, this.#filled), rows: this.#filledRows });
    this.#filling = nothing;
    this.#filled = 0;
    this.#filledRows = 0;
    if (this.#ready.length >= piecesAhead) this.#pause();
    this.#notify();
  }

  #end(how: 'finished' | 'broken', error: unknown = null): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#error = error;
    this.#flush();
    this.#watched.stop();
    // The last rows may have caused a pause: the next user of the session must be able to read.
    if (this.#paused) this.#session.resume();
    this.#onEnd(how);
    this.#notify();
  }

  #pause(): void {
    if (this.#paused || this.#ended) return;
    this.#paused = true;
    this.#watched.stop();
    this.#session.pause();
  }

  #resume(): void {
    if (!this.#paused || this.#ended || this.#ready.length >= piecesAhead / 2) return;
    this.#paused = false;
    this.#watched.restart();
    this.#session.resume();
  }

  #noteProgress(): void {
    if (!this.#paused && !this.#ended) this.#watched.restart();
  }

  #nextEvent(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  #notify(): void {
    this.#wake?.();
    this.#wake = null;
  }
}
