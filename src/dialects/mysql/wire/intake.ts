// What comes from the server, beside the driver: when it may come, and what becomes of its memory.
import type { Duplex } from 'node:stream';
import type { Connection, Query } from 'mysql2';
import { giveBack } from '../../base/bytes.ts';
import type { WireRow } from './lines.ts';

/** What the driver keeps of the bytes that it was given; its types tell nothing of it. */
interface DriverParts {
  readonly stream: Duplex;
  readonly packetParser: {
    /** Pieces of a packet of which the end is still to come. */
    readonly buffer: Buffer[];
    readonly largePacketParts: readonly Buffer[];
  };
}

/** How the driver reads rows, once it has seen the columns; its types tell nothing of it either. */
interface DriverQuery {
  buildParserFromFields(): new () => { next(packet: WireRow): void };
}

/** The beginning of a row is mostly shorter: copied, it does not keep the memory of the rows before it. */
const copiedBytes = 4 * 1024;

export class Intake {
  readonly #driver: DriverParts;
  /** Rows come, and whoever is given them has copied them. */
  #isCopied = false;

  constructor(connection: Connection) {
    // Both are there from the beginning of a connection on.
    this.#driver = connection as unknown as DriverParts;
    // After the driver's own listener, which has read it by then.
    this.#driver.stream.on('data', (bytes: Buffer) => this.#afterwards(bytes));
  }

  /**
   * From the first row on nothing that comes is kept; before it the driver may look at the columns again. The driver
   * itself would make a buffer of each column of each row.
   */
  follow(query: Query, onRow: (row: WireRow) => void): void {
    // What reads the rows of a prepared statement is made by a method of it.
    (query as unknown as DriverQuery).buildParserFromFields = () =>
      class {
        readonly next = onRow;
      };
    query.once('result', () => {
      this.#isCopied = true;
    });
    const end = () => {
      this.#isCopied = false;
    };
    query.once('end', end);
    query.once('error', end);
  }

  /** Not by the driver's own word, which keeps every row that has come as an object of its own. */
  pause(): void {
    this.#driver.stream.pause();
  }

  resume(): void {
    const { stream } = this.#driver;
    if (stream.isPaused()) stream.resume();
  }

  #afterwards(bytes: Buffer): void {
    const { buffer, largePacketParts } = this.#driver.packetParser;
    if (!this.#isCopied || buffer.length > 1 || largePacketParts.length > 0) return;
    const [begun] = buffer;
    if (begun !== undefined) {
      if (begun.length > copiedBytes) return;
      buffer[0] = Buffer.from(begun);
    }
    giveBack(bytes);
  }
}
