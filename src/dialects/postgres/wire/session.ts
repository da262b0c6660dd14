// One session on the server: what runs in it, in which transaction, and how it is interrupted and cleaned.
import type { BoundSql } from '../../../query/dialect/statement.ts';
import { BaseSession } from '../../base/base-session.ts';
import { type SilenceClock, statementTimeout } from '../../base/clock.ts';
import type { Pooled } from '../../base/pool.ts';
import { publishStatement } from '../../base/trace.ts';
import { cancelled, withinGrace } from './cancel.ts';
import { Driver, execute, type Messages, plain, type WireValue, wireValue } from './driver.ts';
import type { Fields, Outcome, Script } from './exchange.ts';
import { Exchanges } from './exchanges.ts';
import { isFatal } from './failure.ts';
import { bindUnprepared, PreparedStatements } from './prepared.ts';
import { type Address, isBehindPooler, type SetUp } from './settings.ts';
import type { RowSink } from './tap.ts';

const portal = 'rows';
const transaction: readonly string[] = ['begin read only'];
/** All statements of such a transaction see the state that its first one saw. */
const transactionOfOneState: readonly string[] = ['begin isolation level repeatable read read only'];

export interface SessionOptions {
  readonly address: Address;
  /** What sets up a session, and what resets it. */
  readonly setUp: SetUp;
  readonly reset: readonly string[];
  /** A setting that not every server knows. */
  readonly mayFail: (scope: 'session' | 'local') => string;
  readonly clock: SilenceClock;
  /** Called when the server did not answer a statement. */
  readonly onSilence: () => void;
  /** Called when a pooler sits between us and the server. */
  readonly onBetween: () => void;
}

export class Session extends BaseSession implements Pooled {
  readonly #driver: Driver;
  readonly #options: SessionOptions;
  readonly #exchanges: Exchanges;
  readonly #prepared = new PreparedStatements();
  #mayFail: readonly string[] = [];
  /** Null before its first use. */
  #generation: number | null = null;
  /** The current use may run user-defined functions: in a transaction that is rolled back, and unprepared. */
  #isIsolated = false;
  /** Statements to run first in the transaction of such a use. */
  #first: readonly string[] = [];
  /** Whether such functions may have run. */
  #isDirty = false;
  #isChangingSettings = true;
  /**
   * Set behind a pooler, which may give each transaction to another server session: the setup for each transaction.
   * Nothing else is left in a session, since another client may get it next.
   */
  #ownSettings: readonly string[] | null = null;

  private constructor(driver: Driver, options: SessionOptions) {
    super();
    this.#driver = driver;
    this.#options = options;
    this.#exchanges = new Exchanges(driver, options.clock, {
      isPooled: () => this.#ownSettings !== null,
      onEnd: () => {
        this.isEnded = true;
      },
      onSilence: options.onSilence,
    });
    driver.onSetting(() => {
      if (!this.#isChangingSettings) this.#isDirty = true;
    });
  }

  static async open(options: SessionOptions): Promise<Session> {
    const { address, clock } = options;
    let session: Session | null = null;
    // Until the session exists, a broken connection fails the opening.
    const onError = (error: Error) => {
      if (session !== null) session.#lose(error);
    };
    const withinMs = Math.min(address.connectTimeoutMs, clock.limitMs);
    try {
      session = new Session(await Driver.open(address, withinMs, onError), options);
    } catch (error) {
      const isLate = Driver.isSilence(error) && clock.limitMs <= address.connectTimeoutMs;
      throw isLate ? statementTimeout(error) : error;
    }
    try {
      await session.#setUp();
      return session;
    } catch (error) {
      session.drop();
      throw error;
    }
  }

  /**
   * Called before each use. If the schema was read again, prepared statements are obsolete, because their parameters
   * may have had other types, and functions unknown to the former reading may have run. `first`: statements for this
   * use only, such as setting the user.
   */
  enter(generation: number, makesDirty: boolean, first: readonly string[] = []): Promise<void> | null {
    const isUsed = this.#generation !== null && this.#generation !== generation;
    this.#generation = generation;
    const begin = () => {
      this.#isIsolated = makesDirty || first.length > 0 || this.#ownSettings !== null;
      this.#first = this.#ownSettings === null ? first : [...this.#ownSettings, ...first];
      if (this.#isIsolated) this.#isDirty = true;
    };
    if (isUsed) return this.#reset().then(begin);
    begin();
    return null;
  }

  /** Begins a transaction in which all statements see one state, until it is rolled back. */
  async begin(): Promise<void> {
    await this.#runAll([...transactionOfOneState, ...this.#first]);
  }

  /** All rows at once; `isWithin`: in the open transaction. */
  async all(statement: BoundSql, isWithin = false): Promise<Fields[]> {
    const rows: Fields[] = [];
    const values = statement.parameters.map(wireValue);
    await this.#run(statement, {
      before: this.#isIsolated && !isWithin ? [...transaction, ...this.#first] : [],
      send: (messages) => {
        this.#bind(messages, statement.sql, values, '');
        execute(messages, '', 0);
      },
      onRow: (fields) => rows.push(fields),
    });
    return rows;
  }

  /**
   * The first rows of a portal. Most answers end here, within the implicit transaction of a single statement; only if
   * there are more rows does it become a transaction block, in which the portal outlives this exchange. The engine then
   * times each further batch separately. `locks`: other statements on the same state follow, until the transaction is
   * rolled back; their tables are locked first.
   */
  open(statement: BoundSql, rows: number, sink: RowSink, locks: readonly string[] | null): Promise<Outcome> {
    const values = statement.parameters.map(wireValue);
    const send: Script['send'] = (messages) => {
      this.#bind(messages, statement.sql, values, portal);
      execute(messages, portal, rows);
    };
    const followUp: Script['followUp'] = (messages, outcome) => {
      if (outcome === 'suspended') for (const sql of transaction) plain(messages, sql);
    };
    if (locks !== null) {
      const before = [...transactionOfOneState, ...locks, ...this.#first];
      return this.#run(statement, { before, send }, sink);
    }
    const before = [...transaction, ...this.#first];
    return this.#run(statement, this.#isIsolated ? { before, send } : { send, followUp }, sink);
  }

  /**
   * The lines of a COPY, all in one exchange and transaction block. The engine's statement timeout is disabled, because
   * it would count the time of a slow reader; ours can tell when the reader is slow.
   */
  copy(statement: BoundSql, locks: readonly string[], sink: RowSink): Promise<Outcome> {
    // There is little to render, so the engine may decide for itself whether JIT compilation pays.
    const before = [
      ...transaction,
      ...locks,
      ...this.#first,
      'set local statement_timeout = 0',
      'set local jit to default',
    ];
    return this.#run(statement, { before, send: (messages) => plain(messages, statement.sql) }, sink);
  }

  /** The next rows of the open portal, with a time limit of their own. */
  more(rows: number, sink: RowSink): Promise<Outcome> {
    this.waitedMs = 0;
    return this.#exchange({ send: (messages) => execute(messages, portal, rows) }, sink);
  }

  /** Stops reading from the server until resumed. From here on the reader is the slow part. */
  pause(): void {
    this.#exchanges.pause();
  }

  resume(): void {
    this.#exchanges.resume();
  }

  /** The server has sent enough for its time limit to start again. */
  noteProgress(): void {
    this.#exchanges.noteProgress();
  }

  /** Ends the transaction and its portal. Also a barrier: a late cancellation cannot affect later statements. */
  async rollback(): Promise<void> {
    publishStatement('rollback');
    await this.#exchange({ send: (messages) => plain(messages, 'rollback') });
  }

  /** Resolves when the server has finished the last exchange, including reports of changed settings. */
  ready(): Promise<void> {
    return this.#exchanges.ready;
  }

  clean(): Promise<void> | null {
    return this.#isDirty ? this.#reset() : null;
  }

  drop(): void {
    this.#exchanges.failAll(new Error('the connection was given up'));
  }

  async end(): Promise<void> {
    this.isEnded = true;
    await withinGrace(() => this.#driver.end());
    this.drop();
  }

  /** Cancels the running statement; drops the session if it does not recover. */
  async interrupt(running: Promise<unknown>): Promise<void> {
    const isFit = await withinGrace(async (late) => {
      await cancelled(this.#driver.key, running, late);
      await this.rollback();
    });
    if (!isFit) this.drop();
  }

  async #setUp(): Promise<void> {
    const { setUp, mayFail } = this.#options;
    const sql = setUp.unless(isBehindPooler(this.#driver.key.processID));
    const rows: Fields[] = [];
    const send: Script['send'] = (messages) => plain(messages, sql);
    await this.#run({ sql, parameters: [] }, { send, onRow: (fields) => rows.push(fields) });
    await this.ready();
    const [[isPooled, port] = []] = rows;
    if (typeof port === 'string' && Number(port) !== this.#driver.localPort) this.#options.onBetween();
    const isShared = isPooled === 't';
    const more = mayFail(isShared ? 'local' : 'session');
    try {
      await this.#runAll(isShared ? [...transaction, more, 'rollback'] : [more]);
      this.#mayFail = [more];
    } catch (error) {
      if (this.isEnded) throw error;
      if (isShared) await this.#runAll(['rollback']);
    }
    if (isShared) this.#ownSettings = [setUp.local, ...this.#mayFail];
    this.#isChangingSettings = false;
  }

  /** Removes all traces of a statement: transaction, settings, locks, prepared statements. */
  async #reset(): Promise<void> {
    this.#isChangingSettings = true;
    this.#prepared.clear();
    try {
      const { reset, setUp } = this.#options;
      await this.#runAll(
        this.#ownSettings === null ? [...reset, setUp.unless('false'), ...this.#mayFail] : ['rollback'],
      );
      this.#isDirty = false;
    } catch (error) {
      this.drop();
      throw error;
    } finally {
      this.#isChangingSettings = false;
    }
  }

  async #runAll(statements: readonly string[]): Promise<void> {
    for (const sql of statements) publishStatement(sql);
    await this.#exchange({ before: statements, send: () => {} });
    // By then the server's reports of changed settings have also arrived.
    await this.ready();
  }

  async #run(statement: BoundSql, script: Script, sink: RowSink | null = null): Promise<Outcome> {
    publishStatement(statement.sql);
    try {
      return await this.#exchange(script, sink);
    } catch (error) {
      // The server closes the connection after such an error.
      if (isFatal(error)) this.drop();
      this.#prepared.forget(statement.sql);
      throw error;
    }
  }

  #exchange(script: Script, sink: RowSink | null = null): Promise<Outcome> {
    return this.#exchanges.exchange(script, sink, this.waitedMs);
  }

  #lose(error: Error): void {
    this.#exchanges.stopWatching();
    this.markEnded(error);
  }

  #bind(messages: Messages, sql: string, values: WireValue[], portalName: string): void {
    if (this.#isIsolated) bindUnprepared(messages, portalName, sql, values);
    else this.#prepared.bind(messages, portalName, sql, values);
  }
}
