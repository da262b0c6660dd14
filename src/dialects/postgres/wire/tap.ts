// Takes rows off the wire as bytes, before the driver makes a text of each: that would be most of what a list costs.
import { giveBack } from '../../base/bytes.ts';
import type { Driver } from './driver.ts';

/** Gets the rows of one exchange, in pieces as they arrive. */
export interface RowSink {
  begin(): void;
  write(bytes: Buffer, start: number, end: number): void;
  /**
   * A row that is whole: moves it to where the one before it ended, with what stands between. Returns its end. Nobody
   * else has the bytes, and there is room where the head of its message was.
   */
  pack(bytes: Buffer, start: number, end: number, to: number): number;
  /** The rows that were moved together. */
  writePacked(bytes: Buffer, start: number, end: number): void;
}

const dataRow = 0x44;
/** A line of a copy, which ends in a line break. */
const copyData = 0x64;
/** Kind and length of any message. */
const headLength = 5;
/** That of a row, its number of columns, and the length of the only one. */
const rowHeadLength = 11;
const nullText = Buffer.from('null');
/** A row for the driver, which puts it together as a whole and makes texts of it; one for a sink may have any length. */
export const mostRowBytes = 128 * 1024 * 1024;
/** What comes between rows is mostly shorter: copied, it does not keep the memory of the rows around it. */
const copiedBytes = 1024;

/**
 * Stands between the socket and the driver for as long as the session lasts, so that it always knows where a
 * message begins. Rows go to the sink, if there is one; everything else goes on to the driver as it came.
 */
export class RowTap {
  sink: RowSink | null = null;
  readonly #onTooLarge: () => void;
  #driver: (bytes: Buffer) => void = () => {};
  /** The head of a message of which too little has come. */
  #head: Buffer | null = null;
  /** What is still to come of a row, of the break after a line, or of a message for the driver. */
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
    if (bytes !== chunk) giveBack(chunk);
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
      } else if (bytes[at] === dataRow && bytes.readUInt32BE(at + 1) > mostRowBytes) {
        this.#onTooLarge();
        return;
      } else {
        this.#messageLeft = 1 + bytes.readUInt32BE(at + 1);
      }
    }
    passOn(at);
    if (!isHeld) giveBack(bytes);
  };

  #isRow(bytes: Buffer, at: number): boolean {
    return bytes[at] === dataRow && this.sink !== null;
  }

  #headLength(bytes: Buffer, at: number): number {
    return this.#isRow(bytes, at) ? rowHeadLength : headLength;
  }

  /**
   * The lines that have come whole, of which the server sends one with each message. They are moved together where they
   * are: to copy each of them elsewhere takes twice as long. Where the first one is cut, its beginning. Returns their end.
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
