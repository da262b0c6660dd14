// Driver internals that we need: its socket, its parser, and how it reads rows. They are not part of its types, so they
// are used only here, and checked first.
import { type Duplex, PassThrough } from 'node:stream';
import mysql, { type Connection, type PrepareStatementInfo, type Query, type QueryError } from 'mysql2';
import { Cache } from '../../../query/cache.ts';
import { freeBytes } from '../../base/bytes.ts';
import type { WireRow } from './lines.ts';

interface DriverParts {
  readonly stream: Duplex;
  readonly packetParser: {
    /** Pieces of a packet whose end has not arrived yet. */
    readonly buffer: Buffer[];
    readonly largePacketParts: readonly Buffer[];
  };
}

/** A prepared statement, and its text. */
type Prepared = PrepareStatementInfo & { readonly query: string };

export interface DriverQuery extends Query {
  /** Set once the server has prepared the statement. */
  readonly statement: Prepared | undefined;
  /** Makes the row parser of a prepared statement, once its columns are known. */
  buildParserFromFields(): new () => { next(packet: WireRow): void };
}

/** Fails if the driver's internals differ from what this file expects. Needs no server. */
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

/** Connection options: each row is an array, and each value the raw bytes or null. */
export const rawRowOptions = { rowsAsArray: true, typeCast: false } as const;

/** More than we keep ourselves, so that the driver never closes one that is in use. */
export const maxPrepared = 10_000;

type OnEnd = (error: QueryError | null, rows: unknown) => void;

/**
 * The prepared statements of a connection. The driver looks each up by a key that it builds anew every time, and
 * hashing that takes 13 µs; this cache uses the text that we already have.
 */
export class PreparedStatements {
  readonly #connection: Connection;
  readonly #known = new Cache<Prepared>('mysql statements', {
    onLeave: ({ query }) => this.#connection.unprepare(query),
  });

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Starts a statement whose rows we can read ourselves. */
  execute(sql: string, values: readonly unknown[], onEnd?: OnEnd): DriverQuery {
    const known = this.#known.find(null, sql);
    return known === undefined
      ? this.#prepared(sql, values, onEnd)
      : driverQuery(known.execute([...values], onEnd));
  }

  /** Call after a session reset, when the server has discarded them. */
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

/** An incomplete row is mostly short: copying it avoids keeping the memory of earlier rows. */
const copiedBytes = 4 * 1024;

export interface RowReader {
  readonly onRow: (row: WireRow) => void;
  /** Some rows have arrived, or part of one. */
  readonly onBytes: () => void;
}

/** Incoming data from the server: flow control, who reads it, and what becomes of its memory. */
export class IncomingData {
  readonly #parts: DriverParts;
  /** The reader of incoming rows; it copies each row before the next arrives. */
  #reader: RowReader | null = null;

  constructor(connection: Connection) {
    this.#parts = partsOf(connection);
    // Added after the driver's own listener, which has then parsed the bytes.
    this.#parts.stream.on('data', (bytes: Buffer) => this.#afterwards(bytes));
  }

  /**
   * Passes the raw rows of a prepared statement to a reader; the driver itself would create a buffer per column. From
   * the first row on received bytes are not kept; before that the driver may need to re-read the columns.
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

  /** Not the driver's own pause, which keeps every received row as an object. */
  pause(): void {
    this.#parts.stream.pause();
  }

  resume(): void {
    const { stream } = this.#parts;
    if (stream.isPaused()) stream.resume();
  }

  /** The driver's own close waits for the server, which may never respond. */
  closeNow(): void {
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
    freeBytes(bytes);
  }
}
