// One of several hosts of the same database: its last reported state, and its connections, opened on demand.
import { Problem } from '../../../contract/problem.ts';
import type { Connection, ConnectOptions, Dialect, HostProbe, HostState } from '../../dialect.ts';
import type { DatabaseUrl } from '../../url.ts';
import type { Writer, WriterOptions } from '../../writer.ts';
import { SilenceClock } from '../clock.ts';
import { Unavailable } from '../unavailable.ts';

/** A host that is silent for longer than this is considered lost. */
const maxSilenceMs = 4_000;

/** How often each host is polled, if statements have no short time limit. */
const pollIntervalMs = 500;

interface PollTiming {
  readonly pollMs: number;
  readonly silenceMs: number;
}

/** A read has to move to another host before its own timeout, however short that is. */
export function pollTimingFor(statementTimeoutMs: number): PollTiming {
  if (statementTimeoutMs === 0) return { pollMs: pollIntervalMs, silenceMs: maxSilenceMs };
  return {
    pollMs: Math.min(pollIntervalMs, statementTimeoutMs / 4),
    silenceMs: Math.min(maxSilenceMs, Math.ceil(statementTimeoutMs / 2)),
  };
}

/** This host failed, but another one may succeed. */
export class HostFailed extends Unavailable {
  constructor(cause: unknown) {
    super(cause, cause instanceof Problem ? cause.extras.retryAfter : undefined);
    this.name = 'HostFailed';
  }
}

export interface HostOptions {
  readonly url: DatabaseUrl;
  /** Only read, never written to, whatever role it reports. */
  readonly isReplica: boolean;
  readonly dialect: Dialect;
  readonly probe: HostProbe;
  readonly connect: ConnectOptions;
  /** Called with each read connection before it is used. */
  readonly onConnected: (connection: Connection) => void;
}

export class Host {
  /** Null while the host is unreachable. */
  state: HostState | null = null;
  /** Why the host is unreachable. */
  refusal: unknown = null;
  readonly #options: HostOptions;
  readonly #silence: SilenceClock;
  /** Connecting takes longer than a query, and the host is not used in the meantime. */
  readonly #connecting = new SilenceClock(maxSilenceMs);
  readonly #connections = new Map<boolean, Promise<Connection>>();
  #writer: Promise<Writer> | null = null;
  #polls: Promise<Connection> | null = null;
  readonly #lossListeners = new Set<() => void>();

  constructor(options: HostOptions) {
    this.#options = options;
    this.#silence = new SilenceClock(pollTimingFor(options.connect.statementTimeoutMs).silenceMs);
  }

  get display(): string {
    return this.#options.url.display;
  }

  get isReplica(): boolean {
    return this.#options.isReplica;
  }

  /** Queries the host's state. Fails if it is unreachable or silent. */
  async poll(): Promise<HostState> {
    const silence = Promise.withResolvers<never>();
    const clock = this.#polls === null ? this.#connecting : this.#silence;
    const watched = clock.watch(() => silence.reject(new Error('the host does not answer')));
    try {
      this.state = await Promise.race([this.#readState(), silence.promise]);
      this.refusal = null;
      return this.state;
    } catch (error) {
      this.refusal = error;
      this.#lose();
      throw error;
    } finally {
      watched.stop();
    }
  }

  /** A read connection; `waits`: its reads wait for commits made on other hosts. */
  connection(waits: boolean): Promise<Connection> {
    const kept = this.#connections.get(waits);
    if (kept !== undefined) return kept;
    const { dialect, url, connect, onConnected } = this.#options;
    const made = dialect.connect(url, waits ? { ...connect, waitsForOthers: true } : connect).then(
      (connection) => {
        onConnected(connection);
        return connection;
      },
      (error: unknown) => {
        this.#connections.delete(waits);
        throw isHostFailure(error) ? new HostFailed(error) : error;
      },
    );
    this.#connections.set(waits, made);
    return made;
  }

  /** The connections that are open. */
  async connections(): Promise<Connection[]> {
    const settled = await Promise.allSettled(this.#connections.values());
    return settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  }

  writer(options: WriterOptions): Promise<Writer> {
    const { dialect, url } = this.#options;
    if (dialect.openWriter === null) throw new Error('nothing is written to this engine');
    this.#writer ??= dialect.openWriter(url, options);
    return this.#writer;
  }

  /** Calls the listener when the host is lost; returns a function that removes the listener. */
  onLost(listener: () => void): () => void {
    this.#lossListeners.add(listener);
    return () => this.#lossListeners.delete(listener);
  }

  async close(): Promise<void> {
    const connections = [...this.#connections.values(), ...(this.#polls === null ? [] : [this.#polls])];
    await Promise.allSettled(connections.map(async (connection) => (await connection).close()));
  }

  /** Aborts pending changes: no caller waits for them any more. */
  abortChanges(): void {
    this.#writer?.then((writer) => writer.abortAll?.()).catch(() => {});
  }

  async closeWriter(): Promise<void> {
    await (await this.#writer?.catch(() => null))?.close();
  }

  async #readState(): Promise<HostState> {
    const { probe, dialect, url, connect } = this.#options;
    // A separate session, so that polling never waits behind other requests.
    this.#polls ??= dialect.connect(url, {
      ...connect,
      userSetting: undefined,
      poolSize: 1,
      statementTimeoutMs: this.#silence.limitMs,
      poolWaitMs: this.#silence.limitMs,
      onWarning: () => {},
    });
    return probe.readState(await this.#polls);
  }

  #lose(): void {
    this.state = null;
    const asking = this.#polls;
    this.#polls = null;
    asking?.then((connection) => connection.close()).catch(() => {});
    for (const leave of [...this.#lossListeners]) leave();
  }
}

/** Whether the host failed, rather than the request. */
export function isHostFailure(error: unknown): boolean {
  return error instanceof Problem && error.kind === 'database-unavailable';
}
