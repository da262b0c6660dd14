// A database on several hosts as one connection: each answer is read on one host, and retried on another if that fails.
import type { RawCatalog } from '../../../model/catalog.ts';
import type { Statement } from '../../../query/dialect/statement.ts';
import type {
  Connection,
  EnginePlan,
  PageOptions,
  PageRead,
  ReadPreference,
  RowStream,
  RunOptions,
  StreamOptions,
} from '../../dialect.ts';
import { type Host, HostFailed, isHostFailure } from './host.ts';
import type { Hosts, ReadPlace } from './hosts.ts';

const anywhere: ReadPreference = { from: 'any', since: null };
const newest: ReadPreference = { from: 'newest', since: null };

/** The connection that the schema was read from. */
export class SchemaSource {
  connection: Connection | null = null;

  /** Passes knowledge of the schema on to a new connection. */
  share(connection: Connection): void {
    if (this.connection !== null) connection.adopt?.(this.connection);
  }
}

export class HostsConnection implements Connection {
  readonly #hosts: Hosts;
  readonly #schema: SchemaSource;
  /** The host on which schema changes are watched, and the last version seen there. */
  #watched: { readonly host: Host; readonly connection: Connection; version: string | null } | null = null;
  #version = 0;

  constructor(hosts: Hosts, schema: SchemaSource) {
    this.#hosts = hosts;
    this.#schema = schema;
  }

  async onOneHost<T>(preference: ReadPreference, work: (connection: Connection) => Promise<T>): Promise<T> {
    let failure: HostFailed | null = null;
    for (const place of this.#hosts.places(preference)) {
      try {
        return await work(new HostConnection(place, await connectedTo(place)));
      } catch (error) {
        if (!(error instanceof HostFailed)) throw error;
        failure = error;
        void this.#hosts.suspect(place.host);
      }
    }
    throw failure ?? new HostFailed(new Error('no host can answer this at the moment'));
  }

  reflect(): Promise<RawCatalog> {
    return this.#onHost(newest, async ({ host }, connection) => {
      const catalog = await unlessLost(host, connection.reflect());
      this.#schema.connection = connection;
      for (const one of this.#hosts.all) {
        for (const other of await one.connections()) if (other !== connection) other.adopt?.(connection);
      }
      this.#watched = { host, connection, version: connection.schemaVersion() };
      return catalog;
    });
  }

  async annotate(): Promise<void> {
    await this.#schema.connection?.annotate?.();
  }

  fetch(statement: Statement, options?: RunOptions): Promise<string[]> {
    return this.onOneHost(anywhere, (connection) => connection.fetch(statement, options));
  }

  lookUp(statement: Statement, options?: RunOptions): Promise<string[]> {
    return this.onOneHost(anywhere, (connection) => connection.lookUp(statement, options));
  }

  stream(statement: Statement, options: StreamOptions): Promise<RowStream> {
    return this.onOneHost(anywhere, (connection) => connection.stream(statement, options));
  }

  page(statement: Statement, options: PageOptions): Promise<PageRead> {
    return this.onOneHost(anywhere, (connection) => connection.page(statement, options));
  }

  explain(statement: Statement, options?: RunOptions): Promise<EnginePlan | null> {
    return this.onOneHost(anywhere, (connection) => connection.explain(statement, options));
  }

  /** If the watched host is gone, another one replaces it: its schema is the same, or it will report a difference. */
  schemaVersion(): string {
    if (this.#watched === null || this.#watched.host.state === null) void this.#watchAnother();
    const watched = this.#watched;
    if (watched !== null) {
      const now = watched.connection.schemaVersion();
      if (now !== watched.version) this.#version++;
      watched.version = now;
    }
    return String(this.#version);
  }

  ping(options?: RunOptions): Promise<void> {
    return this.onOneHost(anywhere, (connection) => connection.ping(options));
  }

  close(): Promise<void> {
    return this.#hosts.close();
  }

  async #watchAnother(): Promise<void> {
    const before = this.#watched;
    try {
      await this.#onHost(newest, async ({ host }, connection) => {
        if (this.#watched === before)
          this.#watched = { host, connection, version: connection.schemaVersion() };
      });
    } catch {
      // The next read will run into the same failure.
    }
  }

  /** Runs the work on a host's own connection. */
  async #onHost<T>(
    preference: ReadPreference,
    work: (place: ReadPlace, connection: Connection) => Promise<T>,
  ): Promise<T> {
    let failure: unknown = new HostFailed(new Error('no host can be reached'));
    for (const place of this.#hosts.places(preference)) {
      try {
        return await work(place, await connectedTo(place));
      } catch (error) {
        if (!isHostFailure(error)) throw error;
        failure = error;
        void this.#hosts.suspect(place.host);
      }
    }
    throw failure;
  }
}

/** A host may be lost before its first connection is made. */
function connectedTo({ host, waits }: ReadPlace): Promise<Connection> {
  return unlessLost(host, host.connection(waits));
}

/** The work keeps running when its host is lost, but its caller moves on to another host. */
function unlessLost<T>(host: Host, work: Promise<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const forget = host.onLost(() => reject(hostLost()));
  work.then(resolve, reject);
  return promise.finally(forget);
}

function hostLost(): HostFailed {
  return new HostFailed(new Error('the host was lost'));
}

/** The connection to one host for one answer: its failures tell whether to try another host. */
class HostConnection implements Connection {
  readonly #host: Host;
  readonly #connection: Connection;

  constructor({ host }: ReadPlace, connection: Connection) {
    this.#host = host;
    this.#connection = connection;
  }

  reflect(): Promise<RawCatalog> {
    return this.#tried({}, () => this.#connection.reflect());
  }

  annotate(): Promise<void> {
    return this.#tried({}, async () => this.#connection.annotate?.());
  }

  fetch(statement: Statement, options: RunOptions = {}): Promise<string[]> {
    return this.#tried(options, (bounded) => this.#connection.fetch(statement, bounded));
  }

  lookUp(statement: Statement, options: RunOptions = {}): Promise<string[]> {
    return this.#tried(options, (bounded) => this.#connection.lookUp(statement, bounded));
  }

  stream(statement: Statement, options: StreamOptions): Promise<RowStream> {
    return this.#tried(options, (bounded) => this.#connection.stream(statement, bounded));
  }

  page(statement: Statement, options: PageOptions): Promise<PageRead> {
    return this.#tried(options, (bounded) => this.#connection.page(statement, bounded));
  }

  explain(statement: Statement, options: RunOptions = {}): Promise<EnginePlan | null> {
    return this.#tried(options, (bounded) => this.#connection.explain(statement, bounded));
  }

  schemaVersion(): string | null {
    return this.#connection.schemaVersion();
  }

  ping(options: RunOptions = {}): Promise<void> {
    return this.#tried(options, (bounded) => this.#connection.ping(bounded));
  }

  async close(): Promise<void> {
    // The connection belongs to the host.
  }

  /**
   * Until its first byte arrives, a read ends when its host is lost, and can be retried elsewhere; later it continues.
   * The caller does not wait for the abort, because a session being opened or prepared waits for the host itself.
   */
  async #tried<O extends RunOptions, T>(options: O, work: (bounded: O) => Promise<T>): Promise<T> {
    const lost = new AbortController();
    const forget = this.#host.onLost(() => lost.abort(hostLost()));
    const signal =
      options.signal === undefined ? lost.signal : AbortSignal.any([options.signal, lost.signal]);
    try {
      return await unlessLost(this.#host, work({ ...options, signal }));
    } catch (error) {
      options.signal?.throwIfAborted();
      if (error instanceof HostFailed || !isHostFailure(error)) throw error;
      throw new HostFailed(error);
    } finally {
      forget();
    }
  }
}
