// An open database of DuckDB: all answers come from the one state that was opened.
import { Problem } from '../../../contract/problem.ts';
import type { RawCatalog } from '../../../model/catalog.ts';
import type { Statement } from '../../../query/dialect/statement.ts';
import { SilenceClock } from '../../base/clock.ts';
import { Gathering } from '../../base/gathering.ts';
import { Slots, type Taker, type Turn } from '../../base/slots.ts';
import {
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
import { reflect } from '../catalog/reflect.ts';
import { contentReplaced, firstLine } from './failure.ts';
import { textOf } from './parts.ts';
import { openRows } from './ranges.ts';
import { Session } from './session.ts';
import type { Opened, Source } from './source.ts';
import { DuckdbRowStream, failing } from './stream.ts';

export class DuckdbConnection implements Connection {
  readonly #source: Source;
  readonly #opened: Opened;
  readonly #options: ConnectOptions;
  readonly #slots: Slots;
  readonly #clock: SilenceClock;
  readonly #idle: Session[] = [];
  readonly #gathering = new Gathering({
    runOne: (statement, signal) => this.fetch(statement, signal === undefined ? {} : { signal }),
    runBatch: async (statement, signal) => {
      const rows = await this.#use('short', { signal }, (session) => session.values(statement));
      return rows.map((row) => [textOf(statement, row), row.at(-1) ?? null]);
    },
  });
  /** The sessions in use, with the function that frees their slot. */
  readonly #active = new Map<Session, () => void>();
  /** Sessions that are being opened or closed. */
  #changing = 0;
  /** Whether another state has replaced this one and takes its requests. */
  #isRetired = false;
  /** Why the newer state could not be opened. */
  #refusal: string | null = null;

  private constructor(source: Source, opened: Opened, options: ConnectOptions) {
    this.#source = source;
    this.#opened = opened;
    this.#options = options;
    this.#slots = new Slots(options.poolSize, () => Math.min(options.poolWaitMs, this.#clock.limitMs));
    this.#clock = new SilenceClock(options.statementTimeoutMs || Number.POSITIVE_INFINITY);
  }

  static async open(source: Source, options: ConnectOptions): Promise<DuckdbConnection> {
    return new DuckdbConnection(source, await source.open(), options);
  }

  async current(): Promise<Connection> {
    if (!this.#isRetired && this.schemaVersion() === this.openedVersion) return this;
    let next: DuckdbConnection;
    try {
      next = await DuckdbConnection.open(this.#source, this.#options);
    } catch (error) {
      if (error instanceof Problem) throw error;
      this.#logFailure(error);
      throw new Problem('database-unavailable', 'The database file cannot be read at the moment.', {
        retryAfter: 5,
        cause: error,
      });
    }
    this.#retire();
    return next;
  }

  /** Clients do not learn why the database cannot be read, so the reason is logged, once. */
  #logFailure(error: unknown): void {
    const reason = error instanceof Error ? firstLine(error.message) : String(error);
    if (reason !== this.#refusal) this.#options.onWarning(`the database cannot be read: ${reason}`);
    this.#refusal = reason;
  }

  async reflect(): Promise<RawCatalog> {
    const { warnings, catalog } = this.#opened;
    const found =
      catalog ??
      (await this.#use('short', {}, async (session) =>
        reflect((sql) => session.rows({ sql, parameters: [] })),
      ));
    return { ...found, warnings };
  }

  async fetch(statement: Statement, options: RunOptions = {}): Promise<string[]> {
    const rows = await this.#use('short', options, (session) => session.values(statement));
    return rows.map((row) => textOf(statement, row));
  }

  lookUp(statement: Statement, options: RunOptions = {}): Promise<string[]> {
    return this.#gathering.read(statement, options.signal);
  }

  async explain({ sql, parameters }: Statement, options: RunOptions = {}): Promise<EnginePlan> {
    const explained = { sql: `explain ${sql}`, parameters };
    const [plan = ''] = await this.#use('short', options, (session) => session.rows(explained, 1));
    const [, estimate] = /~([\d,]+) rows?/.exec(plan) ?? [];
    return { plan, estimate: estimate === undefined ? null : Number(estimate.replaceAll(',', '')) };
  }

  async stream(statement: Statement, options: StreamOptions): Promise<RowStream> {
    const { rows } = await this.page(statement, { ...options, isBrief: false, companion: null });
    return rows;
  }

  async page(statement: Statement, options: PageOptions): Promise<PageRead> {
    const { signal, companion } = options;
    signal?.throwIfAborted();
    // Rows assembled from parts are records, of which there are few.
    const isBrief = options.isBrief || statement.hints?.parts !== undefined;
    const reading = isBrief ? this.#brief(statement, options) : this.#streamed(statement, options);
    const meanwhile =
      companion?.isCertain && !this.#slots.isFull ? this.fetch(companion.statement, options) : null;
    meanwhile?.catch(() => {}); // Handled where it is awaited, unless the page suffices or fails first.
    const { rows, end } = await reading;
    return {
      rows,
      // The opened database never changes, so both see the same state.
      companionRows: async () =>
        companion === null ? [] : (meanwhile ?? this.fetch(companion.statement, options)),
      end,
    };
  }

  schemaVersion(): string {
    return this.#isRetired ? 'retired' : this.#source.version();
  }

  get openedVersion(): string {
    return this.#opened.version;
  }

  dataVersion(): string | null {
    return this.schemaVersion() === this.openedVersion ? this.openedVersion : null;
  }

  async ping(options: RunOptions = {}): Promise<void> {
    await this.#use('short', options, (session) => session.rows({ sql: "select '1'", parameters: [] }));
  }

  async close(): Promise<void> {
    for (const session of this.#active.keys()) session.abort();
    this.#retire();
    this.#source.close?.();
  }

  async #brief(statement: Statement, options: PageOptions) {
    const rows = await this.fetch(statement, options);
    const source = { next: async () => [], end: () => {} };
    return { rows: new DuckdbRowStream([...rows, null], source, options.separator), end: () => {} };
  }

  async #streamed(statement: Statement, options: PageOptions) {
    const session = await this.#take('stream', options);
    const { signal } = options;
    let [isOver, isBusy, isLeft] = [false, true, false];
    // While the engine is working it is only interrupted: nothing must be closed under it.
    const leave = () => {
      isLeft = true;
      if (isBusy) session.interrupt();
      else end(false);
    };
    const end = (isComplete: boolean) => {
      if (isOver) return;
      isOver = true;
      signal?.removeEventListener('abort', leave);
      this.#release(session, isComplete);
    };
    try {
      const opened = await openRows(session, statement);
      const checked = async () => {
        signal?.throwIfAborted();
        isBusy = true;
        try {
          const rows = await opened.next();
          if (!this.#opened.isIntact()) throw contentReplaced();
          return rows;
        } catch (error) {
          end(false);
          throw error;
        } finally {
          isBusy = false;
          if (isLeft) end(false);
        }
      };
      signal?.addEventListener('abort', leave, { once: true });
      const first = await checked();
      // The failure is reported by running the statement again; nothing has been sent so far.
      if (first.length === 0) await session.rows(failing(statement));
      const source = {
        next: async () => {
          try {
            return await checked();
          } catch (error) {
            // Reading the schema again does not help: the response has started.
            throw error instanceof StaleSchema ? error.cause : error;
          }
        },
        end,
      };
      return { rows: new DuckdbRowStream(first, source, options.separator), end: leave };
    } catch (error) {
      end(false);
      throw error;
    }
  }

  async #use<T>(turn: Turn, taker: Taker, work: (session: Session) => Promise<T>): Promise<T> {
    const session = await this.#take(turn, taker);
    let isClean = false;
    try {
      const found = await work(session);
      if (!this.#opened.isIntact()) throw contentReplaced();
      isClean = true;
      return found;
    } finally {
      this.#release(session, isClean);
    }
  }

  async #take(turn: Turn, taker: Taker): Promise<Session> {
    const asked = performance.now();
    const giveBack = await this.#slots.take(turn, taker);
    try {
      if (this.#isRetired) throw contentReplaced();
      const session = this.#idle.pop() ?? (await this.#connected());
      this.#active.set(session, giveBack);
      session.begin(taker.signal, performance.now() - asked);
      return session;
    } catch (error) {
      giveBack();
      this.#closeUnused();
      throw error;
    }
  }

  async #connected(): Promise<Session> {
    this.#changing++;
    try {
      return new Session(await this.#opened.engine.connect(), this.#clock);
    } finally {
      this.#changing--;
    }
  }

  async #closed(session: Session): Promise<void> {
    this.#changing++;
    await session.close();
    this.#changing--;
    this.#closeUnused();
  }

  /** A session that was left in mid-statement is not reused. */
  #release(session: Session, isClean: boolean): void {
    session.end();
    if (isClean && !this.#isRetired) this.#idle.push(session);
    else void this.#closed(session);
    this.#active.get(session)?.();
    this.#active.delete(session);
    this.#closeUnused();
  }

  /** From now on no statement starts here; running ones continue to their end. */
  #retire(): void {
    if (this.#isRetired) return;
    this.#isRetired = true;
    for (const session of this.#idle.splice(0)) void this.#closed(session);
    this.#closeUnused();
  }

  #closeUnused(): void {
    if (this.#isRetired && this.#active.size + this.#changing === 0) this.#opened.engine.close();
  }
}
