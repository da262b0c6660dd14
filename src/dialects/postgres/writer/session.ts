// A session of PostgreSQL that may write.
import pg, { type Submittable } from 'pg';
import type { BoundSql } from '../../../query/dialect/sql.ts';
import { PooledWriter, WriteSession } from '../../base/pooled-writer.ts';
import { tellStatement } from '../../base/trace.ts';
import type { DatabaseUrl } from '../../url.ts';
import type { Fate, Writer, WriterOptions, WrittenRow } from '../../writer.ts';
import { bind, execute, type Messages, parse, sessionNumber, wireValue } from '../wire/driver.ts';
import { unreachable } from '../wire/failure.ts';
import { timeline } from '../wire/hosts.ts';
import { type Address, addresses, isBehindPooler, type SetUp, setUpOf, tellUser } from '../wire/settings.ts';
import { beginFailure, lostConnection, writeFailure } from './failure.ts';

const words = { begin: 'begin read write', checkDeferred: 'set constraints all immediate' };

export async function openWriter(url: DatabaseUrl, options: WriterOptions): Promise<Writer> {
  const ways = await addresses(url);
  const setUp = setUpOf(url, options, false);
  const open = async () => {
    let refusal: unknown;
    for (const address of ways) {
      try {
        return await Session.open(address, setUp);
      } catch (error) {
        refusal ??= error;
      }
    }
    throw unreachable(url.display, refusal);
  };
  const { userSetting } = options;
  const telling =
    userSetting === undefined ? {} : { tellUser: (user: string) => tellUser(userSetting, user) };
  return new PooledWriter(open, { ...words, ...telling }, options);
}

/** Values as the texts that the server sends. */
const asTexts = { getTypeParser: () => (value: string) => value };

const fates: Readonly<Record<string, Fate>> = {
  committed: 'committed',
  aborted: 'rolled back',
  'in progress': 'under way',
};

class Session extends WriteSession {
  readonly #client: pg.Client;
  /** Behind a pooler each transaction makes its own settings. */
  #ours: string | null = null;

  private constructor(client: pg.Client) {
    super();
    this.#client = client;
    client.on('error', (error) => this.lose(error));
    client.on('end', () => this.lose(new Error('the server closed the connection')));
  }

  static async open(address: Address, setUp: SetUp): Promise<Session> {
    const client = new pg.Client({
      ...address,
      connectionTimeoutMillis: Number.isFinite(address.connectTimeoutMs) ? address.connectTimeoutMs : 0,
    });
    const session = new Session(client);
    await client.connect();
    const text = setUp.unless(isBehindPooler(sessionNumber(client)));
    const { rows } = await client.query<unknown[]>({ text, rowMode: 'array' });
    if (rows[0]?.[0] === true) session.#ours = setUp.local;
    return session;
  }

  override async begin(sql: string): Promise<void> {
    tellStatement(sql);
    try {
      await this.#client.query(this.#ours === null ? sql : `${sql}; ${this.#ours}`);
    } catch (error) {
      throw beginFailure(error) ?? this.#told(error, 0);
    }
  }

  async command(sql: string): Promise<void> {
    tellStatement(sql);
    await this.#tried(() => this.#client.query(sql));
  }

  async rows({ sql, parameters }: BoundSql): Promise<WrittenRow[]> {
    tellStatement(sql);
    const query = { text: sql, values: parameters.map(wireValue), rowMode: 'array', types: asTexts } as const;
    const { rows } = await this.#tried(() => this.#client.query<(string | null)[]>(query));
    return rows;
  }

  /** All of them are sent at once, and the server answers them one by one. */
  async run(sql: string, lists: readonly (readonly unknown[])[]): Promise<number[]> {
    tellStatement(sql);
    const batch = new Batch(sql, lists);
    try {
      this.#client.query(batch);
      return await batch.counts;
    } catch (error) {
      throw this.#told(error, batch.done);
    }
  }

  /** A server that was made the primary later may give the number of a transaction again, which it has never heard of. */
  override async mark(): Promise<string | null> {
    const [[mark = null] = []] = await this.rows({
      sql: `select concat(pg_current_xact_id(), '@', ${timeline})`,
      parameters: [],
    });
    return mark;
  }

  override async fateOf(mark: string): Promise<Fate> {
    const [number, primary = null] = mark.split('@');
    const [[status = null] = []] = await this.rows({
      sql: `select case when coalesce($2, ${timeline}) = ${timeline} then pg_xact_status($1::xid8) end`,
      parameters: [number, primary],
    });
    return fates[status ?? ''] ?? 'unknown';
  }

  drop(): void {
    void this.end();
  }

  async end(): Promise<void> {
    this.gone = true;
    await this.#client.end().catch(() => {});
  }

  async #tried<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw this.#told(error, 0);
    }
  }

  #told(error: unknown, at: number): unknown {
    const isFatal = error instanceof pg.DatabaseError && /^(FATAL|PANIC)$/.test(error.severity ?? '');
    if (isFatal || !(error instanceof pg.DatabaseError)) {
      this.gone = true;
      return lostConnection(error);
    }
    return writeFailure(error, at);
  }
}

/** One statement, once for each list of parameters, in one exchange with the server. */
class Batch implements Submittable {
  /** How many were done so far. */
  done = 0;
  readonly #sql: string;
  readonly #lists: readonly (readonly unknown[])[];
  readonly #counts: number[] = [];
  readonly #settled = Promise.withResolvers<number[]>();

  constructor(sql: string, lists: readonly (readonly unknown[])[]) {
    this.#sql = sql;
    this.#lists = lists;
  }

  get counts(): Promise<number[]> {
    return this.#settled.promise;
  }

  submit(connection: Messages): void {
    connection.stream.cork();
    parse(connection, '', this.#sql);
    for (const parameters of this.#lists) {
      bind(connection, '', '', parameters.map(wireValue));
      execute(connection, '', 0);
    }
    connection.sync();
    connection.stream.uncork();
  }

  // From here on: what the driver calls as messages arrive.

  handleCommandComplete({ text }: { text: string }): void {
    this.done++;
    this.#counts.push(Number(/(\d+)$/.exec(text)?.[1] ?? 0));
  }

  handleDataRow(): void {}

  handleError(error: unknown): void {
    this.#settled.reject(error);
  }

  handleReadyForQuery(): void {
    this.#settled.resolve(this.#counts);
  }
}
