// The driver's internals: everything that `pg` does not guarantee is used only in this file.
import type { Duplex } from 'node:stream';
import pg, { type Connection, type Submittable } from 'pg';
import type { SessionKey } from './cancel.ts';
import type { Address } from './settings.ts';

/** The part of the driver's connection that sends protocol messages. */
export type Messages = Connection;

/** Properties of a client that the driver's types do not declare. */
interface Inside {
  readonly connection: Connection;
  readonly processID: unknown;
  readonly secretKey: unknown;
}

/** The session's process id on the server. */
export function sessionNumber(client: pg.Client): number {
  const { processID } = client as unknown as Inside;
  if (typeof processID !== 'number') throw changed('the key of a session');
  return processID;
}

/** Closes immediately: a silent server does not close its side. */
export function closeSocket(client: pg.Client): void {
  (client as unknown as Inside).connection.stream.destroy();
}

/** An open connection of the driver. */
export class Driver {
  readonly #client: pg.Client;
  readonly #connection: Connection;
  readonly key: SessionKey;

  private constructor(client: pg.Client, { host, port }: Address) {
    // The driver sets these when a session begins.
    const { connection, processID, secretKey } = client as unknown as Inside;
    if (typeof processID !== 'number' || typeof secretKey !== 'number') throw changed('the key of a session');
    for (const message of ['parse', 'bind', 'execute', 'close', 'sync', 'flush'] as const)
      if (typeof connection[message] !== 'function') throw changed(`the message ${message}`);
    this.#client = client;
    this.#connection = connection;
    this.key = { host, port, processID, secretKey };
  }

  /** `onError` is called whenever the connection breaks; without a listener that would end the process. */
  static async open(address: Address, withinMs: number, onError: (error: Error) => void): Promise<Driver> {
    const client = new pg.Client({
      ...address,
      connectionTimeoutMillis: withinMs === Number.POSITIVE_INFINITY ? 0 : Math.max(1, withinMs),
    });
    client.on('error', onError);
    try {
      await client.connect();
      return new Driver(client, address);
    } catch (error) {
      closeSocket(client);
      throw error;
    }
  }

  /** Whether this is the driver's error for a connection attempt that timed out. */
  static isSilence(error: unknown): boolean {
    return error instanceof Error && error.message === 'timeout expired';
  }

  /** The driver calls the exchange's methods as messages arrive, and queues the next one until the server is ready. */
  submit<T extends Submittable>(exchange: T): T {
    return this.#client.query(exchange);
  }

  /** Called when the server reports a changed setting. */
  onSetting(listener: () => void): void {
    this.#connection.on('parameterStatus', listener);
  }

  /** Intercepts all bytes between socket and driver from now on; `listen` gets the function that passes bytes on. */
  intercept(listen: (driver: (bytes: Buffer) => void) => (bytes: Buffer) => void): void {
    const { stream } = this.#connection;
    const [driver, ...others] = stream.listeners('data');
    if (driver === undefined || others.length > 0) throw changed('the way of listening');
    // This is the driver's listener for bytes.
    const toDriver = driver as (bytes: Buffer) => void;
    stream.removeListener('data', toDriver);
    stream.on('data', listen(toDriver));
  }

  /** The local port; undefined if it is not a TCP connection. */
  get localPort(): number | undefined {
    const { stream } = this.#connection;
    return 'localPort' in stream && typeof stream.localPort === 'number' ? stream.localPort : undefined;
  }

  get stream(): Duplex {
    return this.#connection.stream;
  }

  /** Lets the process exit while the connection is open. */
  unref(): void {
    const { stream } = this.#connection;
    if ('unref' in stream && typeof stream.unref === 'function') stream.unref();
  }

  /** Closes immediately; everything under way fails with the error. */
  destroy(error: Error): void {
    this.#connection.stream.destroy(error);
  }

  /** Closes gracefully. */
  end(): Promise<void> {
    return this.#client.end();
  }
}

function changed(what: string): Error {
  return new Error(`the driver of PostgreSQL is not the one that this was written for: ${what} has changed`);
}

export function parse(messages: Messages, name: string, sql: string): void {
  messages.parse({ name, text: sql, types: [] }, true);
}

export function bind(messages: Messages, portal: string, statement: string, values: WireValue[]): void {
  messages.bind({ portal, statement, values }, true);
}

/** `rows` 0 means all. */
export function execute(messages: Messages, portal: string, rows: number): void {
  // The driver writes a number, although its types require a string.
  messages.execute({ portal, rows: rows as unknown as string }, true);
}

export function closeStatement(messages: Messages, name: string): void {
  messages.close({ type: 'S', name }, true);
}

/** Runs an unnamed statement whose rows are not needed. */
export function plain(messages: Messages, sql: string): void {
  parse(messages, '', sql);
  bind(messages, '', '', []);
  execute(messages, '', 0);
}

export type WireValue = string | Buffer | null;

export function wireValue(value: unknown): WireValue {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || Buffer.isBuffer(value)) return value;
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean')
    return String(value);
  throw new TypeError(`a parameter of type ${typeof value} has no place in a statement`);
}
