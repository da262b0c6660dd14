// The inside of the driver: what `pg` does not promise to keep is touched here and nowhere else.
import type { Duplex } from 'node:stream';
import pg, { type Connection, type Submittable } from 'pg';
import type { SessionKey } from './cancel.ts';
import type { Address } from './settings.ts';

/** The part of the driver's connection that sends messages of the protocol. */
export type Messages = Connection;

/** What the driver knows of a session, without its types saying so. */
interface Inside {
  readonly connection: Connection;
  readonly processID: unknown;
  readonly secretKey: unknown;
}

/** The number that a server has told for the session of a client. */
export function sessionNumber(client: pg.Client): number {
  const { processID } = client as unknown as Inside;
  if (typeof processID !== 'number') throw changed('the key of a session');
  return processID;
}

/** At once: a server that is silent does not close its side. */
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

  /** `onError` is told whenever the connection breaks, at any time; without a listener that would end the process. */
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

  /** What the driver says when nobody has answered within the time that a connection may take. */
  static isSilence(error: unknown): boolean {
    return error instanceof Error && error.message === 'timeout expired';
  }

  /** The driver calls its methods as messages arrive; it keeps the next one until the server is ready again. */
  submit<T extends Submittable>(exchange: T): T {
    return this.#client.query(exchange);
  }

  /** The server tells about settings that have changed. */
  onSetting(listener: () => void): void {
    this.#connection.on('parameterStatus', listener);
  }

  /** Stands between the socket and the driver: gets every byte from now on, and what hands bytes on. */
  intercept(listen: (driver: (bytes: Buffer) => void) => (bytes: Buffer) => void): void {
    const { stream } = this.#connection;
    const [driver, ...others] = stream.listeners('data');
    if (driver === undefined || others.length > 0) throw changed('the way of listening');
    // It is the listener that the driver has for bytes.
    const toDriver = driver as (bytes: Buffer) => void;
    stream.removeListener('data', toDriver);
    stream.on('data', listen(toDriver));
  }

  /** Where the connection begins; undefined where it is not one of a network. */
  get localPort(): number | undefined {
    const { stream } = this.#connection;
    return 'localPort' in stream && typeof stream.localPort === 'number' ? stream.localPort : undefined;
  }

  get stream(): Duplex {
    return this.#connection.stream;
  }

  /** It does not keep the process alive by itself. */
  unref(): void {
    const { stream } = this.#connection;
    if ('unref' in stream && typeof stream.unref === 'function') stream.unref();
  }

  /** At once; whatever is under way fails with the error. */
  destroy(error: Error): void {
    this.#connection.stream.destroy(error);
  }

  /** In good order. */
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
  // The driver writes a number, although its types ask for a text.
  messages.execute({ portal, rows: rows as unknown as string }, true);
}

export function closeStatement(messages: Messages, name: string): void {
  messages.close({ type: 'S', name }, true);
}

/** Runs a statement whose rows nobody wants, without a name. */
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
