// Takes rows off the wire as bytes, before the driver turns each into a string: that would be most of a list's cost.
import { freeBytes } from '../../base/bytes.ts';
import type { Driver } from './driver.ts';

/** Receives the rows of one exchange, in pieces as they arrive. */
export interface RowSink {
  begin(): void;
  write(bytes: Buffer, start: number, end: number): void;
  /**
   * A complete row: moves it to the end of the previous row, with the separator between. Returns its end. The bytes
   * have no other owner, and the message header leaves room for the separator.
   */
  pack(bytes: Buffer, start: number, end: number, to: number): number;
  /** The packed rows. */
  writePacked(bytes: Buffer, start: number, end: number): void;
}

const dataRow = 0x44;
/** A line of COPY, which ends in a line break. */
const copyData = 0x64;
/** The type and length of any message. */
const headLength = 5;
/** The same for a row, plus its number of columns and the length of the only one. */
const rowHeadLength = 11;
const nullText = Buffer.from('null');
/** The limit for a row that the driver assembles and converts to strings; rows for a sink may have any length. */
export const maxRowBytes = 128 * 1024 * 1024;
/** Messages between rows are mostly shorter: copying them avoids keeping the memory of neighbouring rows. */
const copiedBytes = 1024;

/**
 * Sits between the socket and the driver for the whole session, so that it always knows where a message starts. Rows go
 * to the sink, if there is one; everything else goes to the driver unchanged.
 */
export class RowTap {
  sink: RowSink | null = null;
  readonly #onTooLarge: () => void;
  #driver: (bytes: Buffer) => void = () => {};
  /** The header of a message that has arrived only in part. */
  #head: Buffer | null = null;
  /** The bytes still to come of a row, of the break after a line, or of a message for the driver. */
  #rowLeft = 0;
  #breakLeft = 0;
  #messageLeft = 0;

  /** `onTooLarge` must end the session: the rest of the row is not read. */
  constructor(driver: Pick<Driver, 'intercept'>, onTooLarge: () => void) {
    this.#onTooLarge = onTooLarge;
    driver.intercept((toDriver) => {
      this.#driver = toDriver;
      return this.#onData;
    });
  }

  readonly #onData = (chunk: Buffer): void => {
    const bytes = this.#head === null ? chunk : Buffer.concat([this.#head, chunk]);
    if (bytes !== chunk) freeBytes(chunk);
    this.#head = null;
    let at = 0;
    let passFrom = 0;
    let isHeld = false;
    const passOn = (end: number) => {
      if (passFrom === end) return;
      const isShort = end - passFrom <= copiedBytes;
      if (!isShort) isHeld = true;
      const part = bytes.subarray(passFrom, end);
      this.#driver(isShort ? Buffer.from(part) : part);
    };
    while (at < bytes.length) {
      if (this.#rowLeft > 0) {
        const end = Math.min(bytes.length, at + this.#rowLeft);
        this.sink?.write(bytes, at, end);
        this.#rowLeft -= end - at;
        passFrom = at = end;
      } else if (this.#breakLeft > 0) {
        this.#breakLeft = 0;
        passFrom = at += 1;
      } else if (this.#messageLeft > 0) {
        const end = Math.min(bytes.length, at + this.#messageLeft);
        this.#messageLeft -= end - at;
        at = end;
      } else if (bytes.length - at < this.#headLength(bytes, at)) {
        this.#head = Buffer.from(bytes.subarray(at));
        break;
      } else if (this.#isRow(bytes, at)) {
        passOn(at);
        this.#beginRow(bytes.readInt32BE(at + 7));
        passFrom = at += rowHeadLength;
      } else if (this.sink !== null && bytes[at] === copyData) {
        passOn(at);
        passFrom = at = this.#takeLines(this.sink, bytes, at);
      } else if (bytes[at] === dataRow && bytes.readUInt32BE(at + 1) > maxRowBytes) {
        this.#onTooLarge();
        return;
      } else {
        this.#messageLeft = 1 + bytes.readUInt32BE(at + 1);
      }
    }
    passOn(at);
    if (!isHeld) freeBytes(bytes);
  };

  #isRow(bytes: Buffer, at: number): boolean {
    return bytes[at] === dataRow && this.sink !== null;
  }

  #headLength(bytes: Buffer, at: number): number {
    return this.#isRow(bytes, at) ? rowHeadLength : headLength;
  }

  /**
   * Handles complete lines, each of which the server sends as a message. They are packed in place, because copying each
   * elsewhere takes twice as long. If the first one is incomplete, starts it. Returns their end.
   */
  #takeLines(sink: RowSink, bytes: Buffer, start: number): number {
    let from = start;
    let to = start;
    while (bytes.length - from >= headLength && bytes[from] === copyData) {
      const end = from + 1 + bytes.readUInt32BE(from + 1);
      if (end > bytes.length) break;
      to = sink.pack(bytes, from + headLength, end - 1, to);
      from = end;
    }
    if (from > start) {
      sink.writePacked(bytes, start, to);
      return from;
    }
    sink.begin();
    this.#rowLeft = bytes.readUInt32BE(start + 1) - 5; // Without its own four bytes and the line break.
    this.#breakLeft = 1;
    return start + headLength;
  }

  #beginRow(length: number): void {
    this.sink?.begin();
    if (length < 0) this.sink?.write(nullText, 0, nullText.length);
    else this.#rowLeft = length;
  }
}
