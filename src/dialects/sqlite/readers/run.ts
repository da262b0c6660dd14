// An open SQLite file: reads by key run on the main thread, everything else on readers.
import { Problem } from '../../../contract/problem.ts';
import type { RawCatalog } from '../../../model/catalog.ts';
import type { Statement } from '../../../query/dialect/statement.ts';
import type { Taker, Turn } from '../../base/slots.ts';
import {
  type CompanionStatement,
  type Connection,
  type ConnectOptions,
  type EnginePlan,
  type PageOptions,
  type PageRead,
  type RowStream,
  type RunOptions,
  StaleSchema,
  type StreamOptions,
} from '../../dialect.ts';
import type { DatabaseUrl } from '../../url.ts';
import { reflect } from '../catalog/reflect.ts';
import { isNone } from './chunks.ts';
import { failure, isUnfinished, replaced, translate } from './failure.ts';
import { MainThreadReader } from './main-thread-reader.ts';
import { checkOptions, unavailable } from './options.ts';
import type { CompanionQuery, ReadChunk, ReaderChannel } from './protocol.ts';
import { Readers } from './readers.ts';
import { rollBackUnfinished } from './roll-back-unfinished.ts';
import { type OpenSecondReader, type RowSource, SqliteRowStream } from './stream.ts';

export async function connect(url: DatabaseUrl, options: ConnectOptions): Promise<Connection> {
  const busyTimeoutMs = checkOptions(url);
  const open = () => new SqliteConnection(new Readers(url, options, busyTimeoutMs));
  try {
    return open();
  } catch (error) {
    if (options.mayWrite !== true || !isUnfinished(error)) throw unavailable(url, error);
  }
  try {
    rollBackUnfinished(url.database, busyTimeoutMs);
    return open();
  } catch (error) {
    throw unavailable(url, error);
  }
}

type Question = Parameters<ReaderChannel['ask']>[0];

/** Reads only the file that it was opened for. */
class SqliteConnection implements Connection {
  readonly #readers: Readers;
  readonly #mainThread: MainThreadReader;
  /** The running statements. */
  readonly #channels = new Set<ReaderChannel>();
  /** Whether another file has replaced this one and takes its requests. */
  #isRetired = false;
  /** The entities whose content is computed; null until they are known. */
  #computed: ReadonlySet<string> | null = null;

  constructor(readers: Readers) {
    this.#readers = readers;
    this.#mainThread = new MainThreadReader(readers.path);
  }

  async current(): Promise<Connection> {
    if (!this.#isRetired && this.#mainThread.isInPlace) return this;
    const { obstacle } = this.#mainThread;
    if (obstacle !== null) {
      throw new Problem('database-unavailable', `The database file cannot be read: ${obstacle}.`, {
        retryAfter: 5,
      });
    }
    // The new connection would find the old log's index under the same name, and use it.
    if (this.#mainThread.hasLog) await this.#retire({ endsStatements: true });
    const next = await translate(() => new SqliteConnection(this.#readers));
    await this.#retire({ endsStatements: false });
    return next;
  }

  async reflect(): Promise<RawCatalog> {
    try {
      const { catalog, computed } = await translate(() =>
        this.#mainThread.readConsistent((db) => reflect(db)),
      );
      this.#computed = computed;
      return catalog;
    } catch (error) {
      // The schema itself is inconsistent: there is no newer one to read.
      if (!(error instanceof StaleSchema)) throw error;
      throw new Problem('database-unavailable', 'The schema of the database file cannot be read.', {
        retryAfter: 5,
        cause: error.cause,
      });
    }
  }

  async fetch(statement: Statement, options: RunOptions = {}): Promise<string[]> {
    const channel = await this.#openChannel([statement], 'short', options);
    return this.#rows(channel, 'fetch', statement, options.signal);
  }

  async lookUp(statement: Statement, options: RunOptions = {}): Promise<string[]> {
    return this.lookUpNow(statement) ?? this.fetch(statement, options);
  }

  lookUpNow(statement: Statement): string[] | null {
    this.#readers.threads.noteShortRead();
    if (this.#isComputed(statement) || this.#isRetired) return null;
    try {
      return this.#mainThread.rows(statement);
    } catch (error) {
      throw failure(error);
    }
  }

  async explain(statement: Statement, options: RunOptions = {}): Promise<EnginePlan> {
    const channel = await this.#openChannel([statement], 'short', options);
    return {
      plan: (await this.#rows(channel, 'explain', statement, options.signal)).join('\n'),
      estimate: null,
    };
  }

  async stream(statement: Statement, options: StreamOptions): Promise<RowStream> {
    const { rows } = await this.page(statement, { ...options, isBrief: false, companion: null });
    return rows;
  }

  async page(statement: Statement, options: PageOptions): Promise<PageRead> {
    const { signal, companion, isBrief, separator } = options;
    signal?.throwIfAborted();
    const statements = companion === null ? [statement] : [statement, companion.statement];
    const channel = await this.#openChannel(statements, isBrief ? 'short' : 'stream', options);
    const { sql, parameters, hints } = statement;
    // A brief stream is a single chunk, which is not shared.
    const state = isBrief || this.#isRetired ? null : this.#mainThread.sharedState();
    const { file } = this.#mainThread;
    const faster = isBrief ? { usual: hints?.usual } : { slices: hints?.slices };
    const question = { type: 'stream', file, separator, state, sql, parameters, isBrief, ...faster } as const;
    const begun = await this.#begin(
      channel,
      { ...question, companion: companion && companionQuery(companion) },
      signal,
    );
    const second: OpenSecondReader = async (part) => {
      // The second statement's rows come from the reader that reads all rows.
      if (state === null || companion !== null || statements.some((one) => this.#isComputed(one)))
        return null;
      return this.#openSecond(statement, state, { ...question, companion: null, part }, options);
    };
    const rows = new SqliteRowStream(begun.chunk, begun.reading, second);
    return { rows, companionRows: async () => [...rows.companionRows], end: () => channel.end(false) };
  }

  /** A second reader for the same rows, if it sees the same state and its reader is not needed otherwise. */
  async #openSecond(
    statement: Statement,
    state: string,
    question: Question,
    options: PageOptions,
  ): ReturnType<OpenSecondReader> {
    const { threads } = this.#readers;
    if (!threads.hasRoomBeside(1)) return null;
    // Without it, the first reader continues alone.
    const another = await this.#openChannel([statement], 'stream', options)
      .then((free) => this.#begin(free, question, options.signal))
      .catch(() => null);
    if (another === null) return null;
    // Nothing was written since the first one began, so both see the same state.
    if (!isNone(another.chunk) && !this.#isRetired && this.#mainThread.sharedState() === state) {
      return { ...another, isStillAllowed: () => threads.hasRoomBeside(2) };
    }
    another.reading.end();
    return null;
  }

  schemaVersion(): string | null {
    return this.#isRetired ? 'retired' : this.#mainThread.schemaVersion();
  }

  dataVersion(): string | null {
    return this.#isRetired ? null : this.#mainThread.dataVersion();
  }

  async ping(): Promise<void> {
    await translate(() => this.#mainThread.readConsistent(() => null));
  }

  async close(): Promise<void> {
    this.#readers.processes.close();
    await this.#readers.threads.close();
    this.#mainThread.close();
  }

  /** From now on no statement starts here. Running ones continue, unless they have to be ended. */
  async #retire({ endsStatements }: { readonly endsStatements: boolean }): Promise<void> {
    this.#isRetired = true;
    const { threads, processes } = this.#readers;
    if (endsStatements) for (const channel of this.#channels) channel.end(false);
    if (endsStatements) processes.close();
    await threads.retire(this.#mainThread.file, endsStatements);
    if (this.#channels.size === 0) this.#mainThread.close();
  }

  async #begin(
    channel: ReaderChannel,
    question: Question,
    signal: AbortSignal | undefined,
  ): Promise<{ readonly reading: RowSource; readonly chunk: ReadChunk }> {
    const abort = () => channel.end(false);
    signal?.addEventListener('abort', abort, { once: true });
    let isComplete = false;
    const end = () => {
      signal?.removeEventListener('abort', abort);
      channel.end(isComplete);
    };
    const ask = async (asked: Question): Promise<ReadChunk> => {
      try {
        const reply = await this.#ask(channel, asked, signal);
        if (reply.type !== 'chunk') throw new Error('a stream answered with something else than a chunk');
        isComplete = reply.done;
        return reply;
      } catch (error) {
        signal?.removeEventListener('abort', abort);
        channel.end(true);
        throw error;
      }
    };
    const chunk = await ask(question);
    // A complete read releases its slot at once, however slow the client is.
    if (chunk.done) end();
    const pull: RowSource['pull'] = async (part) => {
      try {
        return await ask({ type: 'pull', ...(part && { part }) });
      } catch (error) {
        // Reading the schema again does not help: the response has started.
        throw error instanceof StaleSchema ? error.cause : error;
      }
    };
    return { reading: { pull, end }, chunk };
  }

  async #rows(
    channel: ReaderChannel,
    type: 'fetch' | 'explain',
    { sql, parameters }: Statement,
    signal: AbortSignal | undefined,
  ): Promise<string[]> {
    const abort = () => channel.end(false);
    signal?.addEventListener('abort', abort, { once: true });
    const { file } = this.#mainThread;
    try {
      const reply = await this.#ask(channel, { type, file, sql, parameters }, signal);
      return reply.type === 'rows' ? [...reply.rows] : [];
    } finally {
      signal?.removeEventListener('abort', abort);
      channel.end(true);
    }
  }

  async #ask(channel: ReaderChannel, question: Question, signal: AbortSignal | undefined) {
    try {
      return await channel.ask(question);
    } catch (error) {
      signal?.throwIfAborted();
      throw this.#isRetired ? replaced() : failure(error);
    }
  }

  async #openChannel(statements: readonly Statement[], turn: Turn, taker: Taker): Promise<ReaderChannel> {
    const isComputed = statements.some((statement) => this.#isComputed(statement));
    const channel = await (isComputed ? this.#readers.processes : this.#readers.threads).openChannel(
      turn,
      taker,
    );
    if (this.#isRetired) {
      channel.end(true);
      throw replaced();
    }
    this.#channels.add(channel);
    return {
      ask: (question) => channel.ask(question),
      end: (isComplete) => {
        if (!this.#channels.delete(channel)) return;
        channel.end(isComplete);
        // Keeps the file open while it is in use, so that its inode number is not reused.
        if (this.#isRetired && this.#channels.size === 0) this.#mainThread.close();
      },
    };
  }

  #isComputed({ entities }: Statement): boolean {
    return entities.some((name) => this.#computed?.has(name) ?? true);
  }
}

/** Only what the reader needs of the statement, because it is copied. */
function companionQuery({ statement: { sql, parameters }, unless }: CompanionStatement): CompanionQuery {
  return { sql, parameters, unless };
}
