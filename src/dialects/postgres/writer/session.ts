// A PostgreSQL session for writing.
import pg from 'pg';
import { SilenceClock, statementTimeout, type WatchHandle } from '../../base/clock.ts';
import { PooledWriter, WriteSession } from '../../base/pooled-writer.ts';
import { publishStatement } from '../../base/trace.ts';
import type { DatabaseUrl } from '../../url.ts';
import {
  Refused,
  RolledBack,
  type StepDone,
  type TransactionOutcome,
  type Writer,
  type WriterOptions,
  type WriteStep,
  type WrittenRow,
} from '../../writer.ts';
import { withinGrace } from '../wire/cancel.ts';
import { closeSocket, Driver, sessionNumber } from '../wire/driver.ts';
import { lacksEncryption, mayDependOnEncryption, unreachable } from '../wire/failure.ts';
import {
  type Address,
  addresses,
  isBehindPooler,
  resetStatements,
  type SetUp,
  setUpOf,
  setUserSql,
} from '../wire/settings.ts';
import { Exchange, type PreparedStep } from './exchange.ts';
import { beginFailure, lostConnection, writeFailure } from './failure.ts';
import { markSql, outcomeQuery, parseOutcome, serverLifeSql } from './mark.ts';

const transactionSql = { begin: 'begin read write', checkDeferred: 'set constraints all immediate' };

export async function openWriter(url: DatabaseUrl, options: WriterOptions): Promise<Writer> {
  const ways = await addresses(url);
  const setUp = setUpOf(url, options, false);
  const clock = SilenceClock.forTimeout(options.statementTimeoutMs);
  const open = async () => {
    let refusal: unknown;
    for (const address of ways) {
      try {
        return await Session.open(address, setUp, clock);
      } catch (error) {
        // The server would be just as silent with another encryption mode.
        if (Driver.isSilence(error) && clock.limitMs <= address.connectTimeoutMs)
          throw statementTimeout(error);
        // Missing encryption is reported only if nothing else is wrong.
        if (refusal === undefined || !lacksEncryption(error)) refusal = error;
        if (!mayDependOnEncryption(error)) break;
      }
    }
    throw unreachable(url.display, refusal);
  };
  const { userSetting } = options;
  const telling =
    userSetting === undefined ? {} : { setUser: (user: string) => setUserSql(userSetting, user) };
  return new PooledWriter(open, { ...transactionSql, ...telling }, options);
}

/** The most prepared statements kept per session. */
const maxPrepared = 100;

function nothingIfRefused(error: unknown): WrittenRow[] {
  if (error instanceof Refused) return [];
  throw error;
}

/** The server's routine that reports that the columns of a prepared statement have changed. */
const changedPlan = 'RevalidateCachedQuery';

class Session extends WriteSession {
  readonly #client: pg.Client;
  readonly #setUp: SetUp;
  readonly #watched: WatchHandle;
  /** The server has not responded for too long. */
  #isSilent = false;
  /** Set behind a pooler: the settings to apply in each transaction. */
  #ownSettings: string | null = null;
  /** The names of prepared statements, by SQL text. */
  readonly #prepared = new Map<string, string>();
  #names = 0;
  /** Null until the server has sent it. */
  #mark: string | null = null;
  #askMark: WriteStep = { sql: markSql('null'), lists: [[]] };
  /** The settings before the first transaction. */
  #settings: string | null = null;
  /** Whether a transaction has run since the settings were checked. */
  #isUsed = false;

  private constructor(client: pg.Client, setUp: SetUp, clock: SilenceClock) {
    super();
    this.#client = client;
    this.#setUp = setUp;
    this.#watched = clock.watch(() => {
      this.#isSilent = true;
      this.drop();
    });
    this.#watched.stop();
    client.on('error', (error) => this.markEnded(error));
    client.on('end', () => this.markEnded(new Error('the server closed the connection')));
  }

  static async open(address: Address, setUp: SetUp, clock: SilenceClock): Promise<Session> {
    const withinMs = Math.min(address.connectTimeoutMs, clock.limitMs);
    const connectionTimeoutMillis = Number.isFinite(withinMs) ? withinMs : 0;
    const client = new pg.Client({ ...address, connectionTimeoutMillis });
    const session = new Session(client, setUp, clock);
    await client.connect();
    const text = setUp.unless(isBehindPooler(sessionNumber(client)));
    const { rows } = await session.#inTime(() => client.query<unknown[]>({ text, rowMode: 'array' }));
    if (rows[0]?.[0] === true) session.#ownSettings = setUp.local;
    else session.#settings = (await session.#inspect()).settings;
    const life = await session.#life();
    // A session never outlives its server's life, but behind a pooler each transaction may run on another server.
    if (life !== null && session.#ownSettings !== null)
      session.#askMark = { sql: markSql(`(${serverLifeSql})`), lists: [[]] };
    else if (life !== null) session.#askMark = { sql: markSql('$1::text'), lists: [[life]] };
    return session;
  }

  override async begin(...how: Parameters<WriteSession['begin']>): Promise<void> {
    this.#mark = null;
    this.#isUsed = true;
    await super.begin(...how);
    if (this.#ownSettings === null) return;
    // Several statements, which only the simple query protocol accepts.
    const all = [...this.takeDeferred(), this.#ownSettings].join('; ');
    publishStatement(all);
    try {
      await this.#inTime(() => this.#client.query(all));
    } catch (error) {
      throw beginFailure(error) ?? this.#translate(error, 0);
    }
  }

  protected async sent(sql: string, before: readonly string[]): Promise<void> {
    await this.#exchange([{ sql, lists: [[]] }], before, false);
  }

  runBatch(steps: readonly WriteStep[]): Promise<readonly StepDone[]> {
    return this.#exchange(steps, this.takeDeferred(), this.#ownSettings === null);
  }

  /** A server that was promoted later, or killed, may assign a transaction's id again. */
  override async mark(): Promise<string | null> {
    if (this.#mark === null) {
      const [asked] = await this.runBatch([this.#askMark]);
      this.#mark = asked?.rows[0]?.[0] ?? null;
    }
    return this.#mark;
  }

  override async outcomeOf(mark: string): Promise<TransactionOutcome> {
    // Forgotten ids appear to be in the future, and the server refuses to report on them.
    const [[status = null] = []] = await this.rows(outcomeQuery(mark)).catch(nothingIfRefused);
    return parseOutcome(mark, status, await this.#life());
  }

  /** Null if the server does not tell. */
  async #life(): Promise<string | null> {
    const [[life = null] = []] = await this.rows({ sql: serverLifeSql, parameters: [] }).catch(
      nothingIfRefused,
    );
    return life;
  }

  /** Resets a session whose settings have changed, or in which triggers may have left changes that no check reveals. */
  override clean(): Promise<void> | null {
    // Behind a pooler it may belong to another client by now.
    if (this.#ownSettings !== null || !this.#isUsed) return null;
    this.#isUsed = false;
    return this.#renew().catch(() => this.drop());
  }

  async #renew(): Promise<void> {
    const { hasTriggers, settings } = await this.#inspect();
    if (!hasTriggers && settings === this.#settings) return;
    this.#prepared.clear();
    const all = [...resetStatements, this.#setUp.unless('false')].join('; ');
    await this.#inTime(() => this.#client.query(all));
    // A session that had a temporary table keeps the namespace for it.
    if (settings !== this.#settings) this.#settings = (await this.#inspect()).settings;
  }

  async #inspect(): Promise<{ readonly hasTriggers: boolean; readonly settings: string | null }> {
    const [[hasTriggers, settings = null] = []] = await this.rows({
      sql: this.#setUp.inspectSql,
      parameters: [],
    });
    return { hasTriggers: hasTriggers === 't', settings };
  }

  drop(): void {
    void this.end();
  }

  async end(): Promise<void> {
    this.isEnded = true;
    if (!(await withinGrace(() => this.#client.end()))) closeSocket(this.#client);
  }

  async #exchange(
    steps: readonly WriteStep[],
    before: readonly string[],
    mayPrepare: boolean,
  ): Promise<readonly StepDone[]> {
    const first = before.map((sql): WriteStep => ({ sql, lists: [[]] }));
    // Every transaction asks for its mark, which costs little along with something else.
    const isBeginning = before.length > 0 && this.#mark === null;
    if (isBeginning) first.push(this.#askMark);
    const ways = [...first, ...steps].map((step, i): PreparedStep => {
      publishStatement(step.sql);
      return { ...step, ...this.#wayOf(step, mayPrepare && i >= before.length) };
    });
    const exchange = new Exchange(ways, () => this.#watched.restart());
    let done: readonly StepDone[];
    try {
      done = await this.#inTime(() => {
        this.#client.query(exchange);
        return exchange.done;
      });
    } catch (error) {
      const { step, list } = exchange.place;
      if (step < first.length) throw beginFailure(error) ?? this.#translate(error, 0);
      throw this.#translate(error, list);
    }
    for (const { name, sql } of ways) if (name !== '') this.#prepared.set(sql, name);
    if (isBeginning) this.#mark = done[before.length]?.rows[0]?.[0] ?? null;
    return done.slice(first.length);
  }

  /** The driver itself would wait forever. */
  async #inTime<T>(work: () => Promise<T>): Promise<T> {
    this.#watched.restart(this.waitedMs);
    try {
      return await work();
    } finally {
      this.waitedMs = 0;
      this.#watched.stop();
    }
  }

  #wayOf({ sql }: WriteStep, mayPrepare: boolean): Pick<PreparedStep, 'name' | 'isPrepared'> {
    const known = mayPrepare ? this.#prepared.get(sql) : undefined;
    if (known !== undefined) return { name: known, isPrepared: true };
    const name = mayPrepare && this.#prepared.size < maxPrepared ? `w${this.#names++}` : '';
    return { name, isPrepared: false };
  }

  #translate(error: unknown, at: number): unknown {
    const isFatal = error instanceof pg.DatabaseError && /^(FATAL|PANIC)$/.test(error.severity ?? '');
    if (isFatal || !(error instanceof pg.DatabaseError)) {
      this.isEnded = true;
      return this.#isSilent ? statementTimeout(error) : lostConnection(error);
    }
    if (error.routine === changedPlan) {
      // Nothing was done, and the next session has no prepared statements.
      this.drop();
      return new RolledBack(error);
    }
    return writeFailure(error, at);
  }
}
