// One of several hosts that hold the same database: what it said of itself last, and its connections, made when needed.
import { Problem } from '../../../contract/problem.ts';
import type { Connection, ConnectOptions, Dialect, HostState, HostWords } from '../../dialect.ts';
import type { DatabaseUrl } from '../../url.ts';
import type { Writer, WriterOptions } from '../../writer.ts';
import { SilenceClock } from '../clock.ts';
import { Unavailable } from '../unavailable.ts';

/** A host that says nothing for so long is taken for gone. */
const longestSilenceMs = 4_000;

/** How often each host is asked where statements have time. */
const askAgainMs = 500;

interface Rhythm {
  readonly askAgainMs: number;
  readonly silenceMs: number;
}

/** What was asked of a host has to go to another one before its own time is over, however short that is. */
export function rhythmFor(statementTimeoutMs: number): Rhythm {
  if (statementTimeoutMs === 0) return { askAgainMs, silenceMs: longestSilenceMs };
  return {
    askAgainMs: Math.min(askAgainMs, statementTimeoutMs / 4),
    silenceMs: Math.min(longestSilenceMs, Math.ceil(statementTimeoutMs / 2)),
  };
}

/** The host cannot do it, and another one may. */
export class HostFailed extends Unavailable {
  constructor(cause: unknown) {
    super(cause, cause instanceof Problem ? cause.extras.retryAfter : undefined);
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
  readonly #silence: SilenceClock;
  /** To make a connection takes longer than to ask on one, and nobody is sent there meanwhile. */
  readonly #connecting = new SilenceClock(longestSilenceMs);
  readonly #connections = new Map<boolean, Promise<Connection>>();
  #writer: Promise<Writer> | null = null;
  #asking: Promise<Connection> | null = null;
  readonly #leaving = new Set<() => void>();

  constructor(options: HostOptions) {
    this.#options = options;
    this.#silence = new SilenceClock(rhythmFor(options.connect.statementTimeoutMs).silenceMs);
  }

  get display(): string {
    return this.#options.url.display;
  }

  get isReplica(): boolean {
    return this.#options.isReplica;
  }

  /** Asks it what it is. Fails when it cannot be reached or is silent. */
  async ask(): Promise<HostState> {
    const silence = Promise.withResolvers<never>();
    const clock = this.#asking === null ? this.#connecting : this.#silence;
    const watched = clock.watch(() => silence.reject(new Error('the host does not answer')));
    try {
      this.state = await Promise.race([this.#look(), silence.promise]);
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
      statementTimeoutMs: this.#silence.limitMs,
      poolWaitMs: this.#silence.limitMs,
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
