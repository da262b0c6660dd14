// What the driver keeps to itself and we need all the same: its socket, its parser, and how it reads rows. Its types
// tell nothing of these, so they are touched here only and looked at before they are used.
import { type Duplex, PassThrough } from 'node:stream';
import mysql, { type Connection, type PrepareStatementInfo, type Query, type QueryError } from 'mysql2';
import { Cache } from '../../../query/cache.ts';
import { giveBack } from '../../base/bytes.ts';
import type { WireRow } from './lines.ts';

interface DriverParts {
  readonly stream: Duplex;
  readonly packetParser: {
    /** Pieces of a packet of which the end is still to come. */
    readonly buffer: Buffer[];
    readonly largePacketParts: readonly Buffer[];
  };
}

/** A statement that the server has prepared, and its text. */
type Prepared = PrepareStatementInfo & { readonly query: string };

export interface DriverQuery extends Query {
  /** Known from the moment when the server has prepared it. */
  readonly statement: Prepared | undefined;
  /** Makes what reads the rows of a prepared statement, once its columns are known. */
  buildParserFromFields(): new () => { next(packet: WireRow): void };
}

/** Fails where the driver is not the one that this file was written for. Needs no server. */
export function checkDriver(): void {
  const connection = mysql.createConnection({ stream: new PassThrough() });
  connection.on('error', () => {});
  try {
    partsOf(connection);
    new PreparedStatements(connection).execute('select 1', []);
  } finally {
    connection.destroy();
  }
}

/** Options of a connection: each row is a list, and each value what came over the wire, bytes or nothing. */
export const asTheyCome = { rowsAsArray: true, typeCast: false } as const;

/** More than we keep ourselves, so that the driver never closes one that we still use. */
export const mostPrepared = 10_000;

type OnEnd = (error: QueryError | null, rows: unknown) => void;

/**
 * The statements that a connection has prepared. The driver looks each up by a text that it puts together anew every
 * time, and hashing that takes 13 µs; we keep them by the text that we have.
 */
export class PreparedStatements {
  readonly #connection: Connection;
  readonly #known = new Cache<Prepared>('mysql statements', {
    onLeave: ({ query }) => this.#connection.unprepare(query),
  });

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Begins a statement, of which we can read the rows ourselves. */
  execute(sql: string, values: readonly unknown[], onEnd?: OnEnd): DriverQuery {
    const known = this.#known.find(null, sql);
    return known === undefined
      ? this.#prepared(sql, values, onEnd)
      : driverQuery(known.execute([...values], onEnd));
  }

  /** The session was reset, and the server knows none of them any more. */
  clear(): void {
    this.#known.clear();
  }

  #prepared(sql: string, values: readonly unknown[], onEnd?: OnEnd): DriverQuery {
    const query = driverQuery(this.#connection.execute({ sql, values: [...values] }, onEnd));
    query.once('fields', () => {
      if (query.statement) this.#known.keep(null, sql, query.statement);
    });
    return query;
  }
}

function driverQuery(query: Query): DriverQuery {
  if (isDriverQuery(query)) return query;
  throw unknownDriver('prepared statements');
}

function isDriverQuery(query: Query): query is DriverQuery {
  return (
    'statement' in query &&
    'buildParserFromFields' in query &&
    typeof query.buildParserFromFields === 'function'
  );
}

function partsOf(connection: Connection): DriverParts {
  const { stream, packetParser } = connection as unknown as Partial<DriverParts>;
  const isKnown =
    typeof stream?.pause === 'function' &&
    Array.isArray(packetParser?.buffer) &&
    Array.isArray(packetParser.largePacketParts);
  if (!isKnown) throw unknownDriver('connections');
  return { stream, packetParser };
}

function unknownDriver(what: string): Error {
  return new Error(`This version of mysql2 has other ${what} than the ones that Joinery was made for.`);
}

/** The beginning of a row is mostly shorter: copied, it does not keep the memory of the rows before it. */
const copiedBytes = 4 * 1024;

export interface RowReader {
  readonly onRow: (row: WireRow) => void;
  /** Some rows have come, or a part of one. */
  readonly onBytes: () => void;
}

/** What comes from the server: when it may come, who reads it, and what becomes of its memory. */
export class Intake {
  readonly #parts: DriverParts;
  /** Who reads the rows that come, and has copied each of them by the time that the next comes. */
  #reader: RowReader | null = null;

  constructor(connection: Connection) {
    this.#parts = partsOf(connection);
    // After the driver's own listener, which has read it by then.
    this.#parts.stream.on('data', (bytes: Buffer) => this.#afterwards(bytes));
  }

  /**
   * Gives each row of a prepared statement to a reader, as it came; the driver itself would make a buffer of each
   * column. From the first row on nothing that comes is kept; before it the driver may look at the columns again.
   */
  follow(query: DriverQuery, reader: RowReader): void {
    query.buildParserFromFields = () =>
      class {
        readonly next = reader.onRow;
      };
    query.once('result', () => {
      this.#reader = reader;
    });
    const end = () => {
      this.#reader = null;
    };
    query.once('end', end);
    query.once('error', end);
  }

  /** Not by the driver's own word, which keeps every row that has come as an object of its own. */
  pause(): void {
    this.#parts.stream.pause();
  }

  resume(): void {
    const { stream } = this.#parts;
    if (stream.isPaused()) stream.resume();
  }

  /** The driver's own word waits for the other side, which may never answer. */
  cut(): void {
    this.#parts.stream.destroy();
  }

  #afterwards(bytes: Buffer): void {
    if (this.#reader === null) return;
    this.#reader.onBytes();
    const { buffer, largePacketParts } = this.#parts.packetParser;
    if (buffer.length > 1 || largePacketParts.length > 0) return;
    const [begun] = buffer;
    if (begun !== undefined) {
      if (begun.length > copiedBytes) return;
      buffer[0] = Buffer.from(begun);
    }
    giveBack(bytes);
  }
}
