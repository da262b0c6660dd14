// An open SQLite file: reads by key run on the main thread, everything else on readers.
import { Problem } from '../../../contract/problem.ts';
import type { RawCatalog } from '../../../model/catalog.ts';
import type { Statement } from '../../../query/dialect/statement.ts';
import type { Taker, Turn } from '../../base/slots.ts';
import {
  type BesidePage,
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
import { checkOptions, unavailable } from './options.ts';
import { OwnReader } from './own-reader.ts';
import type { BesideRows, Line, ReadChunk } from './protocol.ts';
import { Readers } from './readers.ts';
import { type Beside, type RowSource, SqliteRowStream } from './stream.ts';
import { takeBack } from './take-back.ts';

export async function connect(url: DatabaseUrl, options: ConnectOptions): Promise<Connection> {
  const busyTimeoutMs = checkOptions(url);
  const open = () => new SqliteConnection(new Readers(url, options, busyTimeoutMs));
  try {
    return open();
  } catch (error) {
    if (options.mayWrite !== true || !isUnfinished(error)) throw unavailable(url, error);
  }
  try {
    takeBack(url.database, busyTimeoutMs);
    return open();
  } catch (error) {
    throw unavailable(url, error);
  }
}

type Question = Parameters<Line['ask']>[0];

/** Reads only the file that it was opened for. */
class SqliteConnection implements Connection {
  readonly #readers: Readers;
  readonly #own: OwnReader;
  /** The running statements. */
  readonly #lines = new Set<Line>();
  /** Whether another file has replaced this one and takes its requests. */
  #isRetired = false;
  /** The entities whose content is computed; null until they are known. */
  #computed: ReadonlySet<string> | null = null;

  constructor(readers: Readers) {
    this.#readers = readers;
    this.#own = new OwnReader(readers.path);
  }

  async current(): Promise<Connection> {
    if (!this.#isRetired && this.#own.isInPlace) return this;
    const { obstacle } = this.#own;
    if (obstacle !== null) {
      throw new Problem('database-unavailable', `The database file cannot be read: ${obstacle}.`, {
        retryAfter: 5,
      });
    }
    // The new connection would find the old log's index under the same name, and use it.
    if (this.#own.hasLog) await this.#retire({ endsStatements: true });
    const next = await translate(() => new SqliteConnection(this.#readers));
    await this.#retire({ endsStatements: false });
    return next;
  }

  async reflect(): Promise<RawCatalog> {
    try {
      const { catalog, computed } = await translate(() => this.#own.untorn((db) => reflect(db)));
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
    const line = await this.#line([statement], 'short', options);
    return this.#rows(line, 'fetch', statement, options.signal);
  }

  async lookUp(statement: Statement, options: RunOptions = {}): Promise<string[]> {
    return this.lookUpNow(statement) ?? this.fetch(statement, options);
  }

  lookUpNow(statement: Statement): string[] | null {
    this.#readers.threads.noteShortRead();
    if (this.#isComputed(statement) || this.#isRetired) return null;
    try {
      return this.#own.rows(statement);
    } catch (error) {
      throw failure(error);
    }
  }

  async explain(statement: Statement, options: RunOptions = {}): Promise<EnginePlan> {
    const line = await this.#line([statement], 'short', options);
    return {
      plan: (await this.#rows(line, 'explain', statement, options.signal)).join('\n'),
      estimate: null,
    };
  }

  async stream(statement: Statement, options: StreamOptions): Promise<RowStream> {
    const { rows } = await this.page(statement, { ...options, isBrief: false, beside: null });
    return rows;
  }

  async page(statement: Statement, options: PageOptions): Promise<PageRead> {
    const { signal, beside, isBrief, separator } = options;
    signal?.throwIfAborted();
    const statements = beside === null ? [statement] : [statement, beside.statement];
    const line = await this.#line(statements, isBrief ? 'short' : 'stream', options);
    const { sql, parameters, hints } = statement;
    // A brief stream is a single chunk, which is not shared.
    const state = isBrief || this.#isRetired ? null : this.#own.sharedState();
    const { file } = this.#own;
    const slices = isBrief ? undefined : hints?.slices;
    const question = { type: 'stream', file, separator, state, sql, parameters, isBrief, slices } as const;
    const begun = await this.#begin(line, { ...question, beside: beside && besideRows(beside) }, signal);
    const second: Beside = async (part) => {
      // The second statement's rows come from the reader that reads all rows.
      if (state === null || beside !== null || statements.some((one) => this.#isComputed(one))) return null;
      return this.#second(statement, state, { ...question, beside: null, part }, options);
    };
    const rows = new SqliteRowStream(begun.chunk, begun.reading, second);
    return { rows, beside: async () => [...rows.beside], end: () => line.end(false) };
  }

  /** A second reader for the same rows, if it sees the same state and its reader is not needed otherwise. */
  async #second(
    statement: Statement,
    state: string,
    question: Question,
    options: PageOptions,
  ): ReturnType<Beside> {
    const { threads } = this.#readers;
    if (!threads.hasRoomBeside(1)) return null;
    // Without it, the first reader continues alone.
    const another = await this.#line([statement], 'stream', options)
      .then((free) => this.#begin(free, question, options.signal))
      .catch(() => null);
    if (another === null) return null;
    // Nothing was written since the first one began, so both see the same state.
    if (!isNone(another.chunk) && !this.#isRetired && this.#own.sharedState() === state) {
      return { ...another, isWelcome: () => threads.hasRoomBeside(2) };
    }
    another.reading.end();
    return null;
  }

  schemaVersion(): string | null {
    return this.#isRetired ? 'retired' : this.#own.schemaVersion();
  }

  dataVersion(): string | null {
    return this.#isRetired ? null : this.#own.dataVersion();
  }

  async ping(): Promise<void> {
    await translate(() => this.#own.untorn(() => null));
  }

  async close(): Promise<void> {
    this.#readers.processes.close();
    await this.#readers.threads.close();
    this.#own.close();
  }

  /** From now on no statement starts here. Running ones continue, unless they have to be ended. */
  async #retire({ endsStatements }: { readonly endsStatements: boolean }): Promise<void> {
    this.#isRetired = true;
    const { threads, processes } = this.#readers;
    if (endsStatements) for (const line of this.#lines) line.end(false);
    if (endsStatements) processes.close();
    await threads.retire(this.#own.file, endsStatements);
    if (this.#lines.size === 0) this.#own.close();
  }

  async #begin(
    line: Line,
    question: Question,
    signal: AbortSignal | undefined,
  ): Promise<{ readonly reading: RowSource; readonly chunk: ReadChunk }> {
    const abort = () => line.end(false);
    signal?.addEventListener('abort', abort, { once: true });
    let isComplete = false;
    const end = () => {
      signal?.removeEventListener('abort', abort);
      line.end(isComplete);
    };
    const ask = async (asked: Question): Promise<ReadChunk> => {
      try {
        const reply = await this.#ask(line, asked, signal);
        if (reply.type !== 'chunk') throw new Error('a stream answered with something else than a chunk');
        isComplete = reply.done;
        return reply;
      } catch (error) {
        signal?.removeEventListener('abort', abort);
        line.end(true);
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
    line: Line,
    type: 'fetch' | 'explain',
    { sql, parameters }: Statement,
    signal: AbortSignal | undefined,
  ): Promise<string[]> {
    const abort = () => line.end(false);
    signal?.addEventListener('abort', abort, { once: true });
    const { file } = this.#own;
    try {
      const reply = await this.#ask(line, { type, file, sql, parameters }, signal);
      return reply.type === 'rows' ? [...reply.rows] : [];
    } finally {
      signal?.removeEventListener('abort', abort);
      line.end(true);
    }
  }

  async #ask(line: Line, question: Question, signal: AbortSignal | undefined) {
    try {
      return await line.ask(question);
    } catch (error) {
      signal?.throwIfAborted();
      throw this.#isRetired ? replaced() : failure(error);
    }
  }

  async #line(statements: readonly Statement[], turn: Turn, taker: Taker): Promise<Line> {
    const isComputed = statements.some((statement) => this.#isComputed(statement));
    const line = await (isComputed ? this.#readers.processes : this.#readers.threads).line(turn, taker);
    if (this.#isRetired) {
      line.end(true);
      throw replaced();
    }
    this.#lines.add(line);
    return {
      ask: (question) => line.ask(question),
      end: (isComplete) => {
        if (!this.#lines.delete(line)) return;
        line.end(isComplete);
        // Keeps the file open while it is in use, so that its inode number is not reused.
        if (this.#isRetired && this.#lines.size === 0) this.#own.close();
      },
    };
  }

  #isComputed({ entities }: Statement): boolean {
    return entities.some((name) => this.#computed?.has(name) ?? true);
  }
}

/** Only what the reader needs of the statement, because it is copied. */
function besideRows({ statement: { sql, parameters }, unless }: BesidePage): BesideRows {
  return { sql, parameters, unless };
}
