// One of several hosts that hold the same database: what it said of itself last, and its connections, made when needed.
import { setTimeout as delay } from 'node:timers/promises';
import { Problem } from '../../../contract/problem.ts';
import type { Connection, ConnectOptions, Dialect, HostState, HostWords } from '../../dialect.ts';
import type { DatabaseUrl } from '../../url.ts';
import type { Writer, WriterOptions } from '../../writer.ts';

/** A host that says nothing for so long is taken for gone. */
const longestSilenceMs = 4_000;

/** What was asked of it has to go to another host before its own time is over. */
function silenceBefore(statementTimeoutMs: number): number {
  return statementTimeoutMs === 0 ? longestSilenceMs : Math.min(longestSilenceMs, statementTimeoutMs / 2);
}

/** The host cannot do it, and another one may. */
export class HostFailed extends Problem {
  constructor(cause: unknown) {
    const retryAfter = cause instanceof Problem ? (cause.extras.retryAfter ?? 2) : 2;
    super('database-unavailable', 'The database cannot be reached at the moment.', { retryAfter, cause });
    this.name = 'HostFailed';
  }
}

export interface HostOptions {
  readonly url: DatabaseUrl;
  /** It is read, and never written to, whatever it says. */
  readonly isReplica: boolean;
  readonly dialect: Dialect;
  readonly words: HostWords;
  readonly connect: ConnectOptions;
  /** Called with each connection for reading before anybody gets it. */
  readonly onConnected: (connection: Connection) => void;
}

export class Host {
  /** Null while it cannot be reached. */
  state: HostState | null = null;
  /** Why it cannot be reached. */
  refusal: unknown = null;
  readonly #options: HostOptions;
  readonly #silenceMs: number;
  readonly #connections = new Map<boolean, Promise<Connection>>();
  #writer: Promise<Writer> | null = null;
  #asking: Promise<Connection> | null = null;
  readonly #leaving = new Set<() => void>();

  constructor(options: HostOptions) {
    this.#options = options;
    this.#silenceMs = silenceBefore(options.connect.statementTimeoutMs);
  }

  get display(): string {
    return this.#options.url.display;
  }

  get isReplica(): boolean {
    return this.#options.isReplica;
  }

  /** Asks it what it is. Fails when it cannot be reached or is silent. */
  async ask(): Promise<HostState> {
    const late = new AbortController();
    try {
      const silence = delay(this.#silenceMs, null, { signal: late.signal, ref: false }).then(() => {
        throw new Error('the host does not answer');
      });
      silence.catch(() => {});
      this.state = await Promise.race([this.#look(), silence]);
      this.refusal = null;
      return this.state;
    } catch (error) {
      this.refusal = error;
      this.#lose();
      throw error;
    } finally {
      late.abort();
    }
  }

  /** For reading; `waits`: for what was committed on other hosts. */
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
        throw isOfHost(error) ? new HostFailed(error) : error;
      },
    );
    this.#connections.set(waits, made);
    return made;
  }

  /** Those that are there. */
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

  /** Calls the listener when the host is lost; returns what takes the listener off again. */
  onLost(listener: () => void): () => void {
    this.#leaving.add(listener);
    return () => this.#leaving.delete(listener);
  }

  async close(): Promise<void> {
    const connections = [...this.#connections.values(), ...(this.#asking === null ? [] : [this.#asking])];
    await Promise.allSettled(connections.map(async (connection) => (await connection).close()));
  }

  /** Nobody waits for what it was asked to change. */
  giveUpChanges(): void {
    this.#writer?.then((writer) => writer.giveUp?.()).catch(() => {});
  }

  async closeWriter(): Promise<void> {
    await (await this.#writer?.catch(() => null))?.close();
  }

  async #look(): Promise<HostState> {
    const { words, dialect, url, connect } = this.#options;
    // A session of its own: however many requests wait for the others, it is asked at once.
    this.#asking ??= dialect.connect(url, {
      ...connect,
      userSetting: undefined,
      poolSize: 1,
      statementTimeoutMs: this.#silenceMs,
      poolWaitMs: this.#silenceMs,
      onWarning: () => {},
    });
    return words.look(await this.#asking);
  }

  #lose(): void {
    this.state = null;
    const asking = this.#asking;
    this.#asking = null;
    asking?.then((connection) => connection.close()).catch(() => {});
    for (const leave of [...this.#leaving]) leave();
  }
}

/** Whether it is the host that failed and not what it was asked for. */
export function isOfHost(error: unknown): boolean {
  return error instanceof Problem && error.kind === 'database-unavailable';
}
