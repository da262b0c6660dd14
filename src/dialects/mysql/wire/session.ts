// One connection to the server, set up so that the engine itself refuses to write and to round, shift or cut.
import mysql, { type Connection, type ConnectionOptions, type Query } from 'mysql2';
import type { BoundSql } from '../../../query/dialect/sql.ts';
import { tellStatement } from '../../base/trace.ts';
import { type Server, serverOf } from '../catalog/server.ts';
import { sortedBytes } from '../sql/compare.ts';
import { connectionLost } from './failure.ts';
import { Intake } from './intake.ts';
import type { WireRow } from './lines.ts';
import type { ServerOptions } from './options.ts';

// A server-wide setting must not change what an answer holds: no row limit, no padding, no quiet roll-over of
// dates, no transaction that stays open between two statements, no other meaning of a pattern or of `is null`.
// A server may be told to ignore the characters that a client asks for when it connects, so they are set here.
const settings = `set names utf8mb4 collate utf8mb4_bin, session
  time_zone = '+00:00', autocommit = 1, sql_select_limit = 18446744073709551615, sql_big_selects = 1,
  sql_mode = 'ALLOW_INVALID_DATES,NO_UNSIGNED_SUBTRACTION', div_precision_increment = 4, net_write_timeout = 600,
  max_sort_length = ${sortedBytes}, sql_auto_is_null = 0 /*M!100000 , default_regex_flags = '' */`;

/** How long past its time limit a statement may take to say so. */
const graceMs = 2_000;

export class Session {
  readonly id: number;
  readonly server: Server;
  /** The role that the user had from the beginning. */
  readonly #role: string | null;
  /** Gone once the connection has failed or was dropped; such a session is never used again. */
  gone = false;
  readonly #connection: Connection;
  readonly #intake: Intake;
  readonly #onGone = new Set<(error: Error) => void>();
  #limitMs: number | null = null;

  private constructor(connection: Connection, { server, role }: Welcome) {
    this.id = connection.threadId;
    this.server = server;
    this.#role = role;
    this.#connection = connection;
    this.#intake = new Intake(connection);
    connection.on('error', (error) => this.#lose(error));
    connection.on('end', () => this.#lose(new Error('the server closed the connection')));
  }

  static async open(options: ServerOptions): Promise<Session> {
    const connection = await connected(options);
    try {
      const welcome = await answered(setUp(connection), options.driver.connectTimeout);
      return new Session(connection, welcome);
    } catch (error) {
      connection.destroy();
      throw error;
    }
  }

  /**
   * Makes the session a new one, without a new connection: what a function of a view has set, locked or created is gone.
   * Fails where it cannot be made sure of, and the session must be dropped.
   */
  async renew(patienceMs: number): Promise<void> {
    this.#limitMs = null;
    await answered(renewed(this.#connection, this.#role), patienceMs, this);
  }

  /** All rows, each value as text. */
  all(sql: string): Promise<(string | null)[][]> {
    return answered(textRows(this.#connection, sql), this.#patienceMs, this);
  }

  /** How long the engine lets the statements to come run; 0 means without a bound. */
  async limit(milliseconds: number): Promise<void> {
    if (this.#limitMs === milliseconds) return;
    await this.all(this.server.limitStatement(milliseconds));
    this.#limitMs = milliseconds;
  }

  /** All rows, where each of their columns is a text. */
  fetch(statement: BoundSql): Promise<(string | null)[][]> {
    return answered(allRows(this.#connection, statement), this.#patienceMs, this);
  }

  /**
   * Begins a statement whose rows, all of texts, are given to a listener as they came, to be copied there and then; what
   * breaks the connection is told by onGone.
   */
  start(statement: BoundSql, onRow: (row: WireRow) => void): Query {
    const query = this.#connection.execute(bound(statement));
    this.#intake.follow(query, onRow);
    return query;
  }

  /** Takes nothing from the server until it is resumed; rows that have come already still do. */
  pause(): void {
    this.#intake.pause();
  }

  resume(): void {
    this.#intake.resume();
  }

  onGone(listener: (error: Error) => void): () => void {
    this.#onGone.add(listener);
    return () => this.#onGone.delete(listener);
  }

  /** Ends the connection without waiting for anything. */
  drop(): void {
    this.#lose(new Error('the connection was given up'));
    this.#connection.destroy();
    this.#connection.resume(); // What is still on its way must be read, or the socket stays open.
  }

  /** Ends the connection after what it is doing. */
  end(): Promise<void> {
    this.gone = true;
    return new Promise((resolve) => this.#connection.end(() => resolve()));
  }

  /** A server that does not keep its own time limit will not answer at all. */
  get #patienceMs(): number | undefined {
    return this.#limitMs === null || this.#limitMs === 0 ? undefined : this.#limitMs + graceMs;
  }

  #lose(error: Error): void {
    this.gone = true;
    for (const listener of this.#onGone) listener(error);
    this.#onGone.clear();
  }
}

/** Ends these sessions and those that are added meanwhile, and takes each out of the set. */
export async function killSessions(options: ServerOptions, ids: Set<number>): Promise<void> {
  const connection = await connected(options);
  try {
    for (const id of ids) {
      ids.delete(id);
      const killed = textRows(connection, `kill ${id}`);
      await answered(killed, options.driver.connectTimeout).catch((error: unknown) => {
        if (!isUnknownSession(error)) throw error;
      });
    }
  } finally {
    connection.destroy();
  }
}

/** It had ended by itself. */
function isUnknownSession(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ER_NO_SUCH_THREAD';
}

/** What a server tells of itself and of the user. */
interface Welcome {
  readonly server: Server;
  readonly role: string | null;
}

async function setUp(connection: Connection): Promise<Welcome> {
  const [[version, role = null] = []] = await textRows(connection, 'select version(), current_role()');
  const server = serverOf(version ?? '');
  await settle(connection);
  return { server, role };
}

async function settle(connection: Connection): Promise<void> {
  await textRows(connection, settings);
  await textRows(connection, 'set session transaction read only');
}

async function renewed(connection: Connection, roleBefore: string | null): Promise<void> {
  await reset(connection);
  const [[role = null] = []] = await textRows(connection, 'select current_role()');
  // A function that runs with the rights of its caller can choose another role, and no reset takes that back.
  if (role !== roleBefore) throw new Error('a view has changed the role of the session');
  await settle(connection);
}

function reset(connection: Connection): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.reset((error) => (error ? reject(error) : resolve()));
  });
}

/** An answer, or what comes before it: too long a silence, or the end of the session. The driver would wait for ever. */
function answered<T>(
  answer: Promise<T>,
  milliseconds: number | undefined,
  session?: Pick<Session, 'onGone'>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer =
      milliseconds === undefined ? undefined : setTimeout(() => reject(serverIsSilent()), milliseconds);
    const forget = session?.onGone((error) => reject(connectionLost(error)));
    const settled = () => {
      clearTimeout(timer);
      forget?.();
    };
    answer.then(
      (value) => {
        settled();
        resolve(value);
      },
      (error: unknown) => {
        settled();
        reject(error);
      },
    );
  });
}

function serverIsSilent(): Error {
  return Object.assign(new Error('the server does not answer'), { code: 'ETIMEDOUT', fatal: true });
}

async function connected({ driver, plainIfRefused }: ServerOptions): Promise<Connection> {
  try {
    return await connectWith(driver);
  } catch (error) {
    const refused = error instanceof Error && 'code' in error && error.code === 'HANDSHAKE_NO_SSL_SUPPORT';
    if (!refused || !plainIfRefused) throw error;
    const { ssl: _, ...plain } = driver;
    return connectWith(plain);
  }
}

function connectWith(options: ConnectionOptions): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const connection = mysql.createConnection(options);
    // A connection may fail more than once while it goes down; without a listener that would end the process.
    connection.on('error', () => {});
    connection.connect((error) => (error ? reject(error) : resolve(connection)));
  });
}

function textRows(connection: Connection, sql: string): Promise<(string | null)[][]> {
  tellStatement(sql);
  return new Promise((resolve, reject) => {
    connection.query<mysql.RowDataPacket[][]>(
      { sql, rowsAsArray: true, typeCast: (field) => field.string('utf8') },
      (error, rows) => {
        if (error) reject(error);
        // The cast above makes every value a text; the driver's types cannot say so.
        else resolve(Array.isArray(rows) ? (rows as unknown as (string | null)[][]) : []);
      },
    );
  });
}

function allRows(connection: Connection, statement: BoundSql): Promise<(string | null)[][]> {
  return new Promise((resolve, reject) => {
    connection.execute<mysql.RowDataPacket[]>(bound(statement), (error, rows) => {
      if (error) reject(error);
      else resolve(Array.isArray(rows) ? rows.map(textsOf) : []);
    });
  });
}

function bound({ sql, parameters }: BoundSql): mysql.QueryOptions {
  tellStatement(sql);
  return { sql, values: parameters.map(bindable), rowsAsArray: true, typeCast: false };
}

/** The driver sends a bigint as a text, which the engine would compare as a rounded number. */
function bindable(value: unknown): unknown {
  if (typeof value !== 'bigint') return value;
  if (value >= -(2n ** 63n) && value < 2n ** 63n) return mysql.TypedParameter.LONGLONG(value);
  if (value >= 0n && value < 2n ** 64n) return mysql.TypedParameter.LONGLONG.unsigned(value);
  return mysql.TypedParameter.NEWDECIMAL(String(value));
}

function textsOf(row: unknown): (string | null)[] {
  // Without a cast each value is what came over the wire: bytes or nothing.
  const columns: readonly (Buffer | null)[] = Array.isArray(row) ? row : [];
  return columns.map((value) => value?.toString() ?? null);
}
