// The fast path to rows of a PostgreSQL store by key: a dedicated connection, on which one prepared statement reads the
// rows of all requested tables.
import pg from 'pg';
import { Driver, execute, wireValue } from '../dialects/postgres/wire/driver.ts';
import { Exchange } from '../dialects/postgres/wire/exchange.ts';
import { bindUnprepared, PreparedStatements } from '../dialects/postgres/wire/prepared.ts';
import type { Address } from '../dialects/postgres/wire/settings.ts';
import type { FoundRows, RequestedKeys } from './row-gathering.ts';
import { type KeyedTable, keyColumns } from './tables.ts';

/** A pooler in between has switched to a session where the statement is missing or is another one. */
const losesStatements = ['26000', '42P05', '0A000'];

export interface PostgresRowReaderOptions {
  readonly address: Address;
  readonly schema: string;
  /** A server silent for this long is unavailable. */
  readonly silenceMs: number;
}

/** A connection, and the statements prepared in its session. */
interface Line {
  readonly driver: Driver;
  readonly prepared: PreparedStatements;
}

export class PostgresRowReader {
  readonly #options: PostgresRowReaderOptions;
  #line: Promise<Line> | null = null;
  #isPrepared = true;

  constructor(options: PostgresRowReaderOptions) {
    this.#options = options;
  }

  async read(wanted: RequestedKeys): Promise<FoundRows> {
    try {
      return await this.#exchange(wanted);
    } catch (error) {
      const state = error instanceof pg.DatabaseError ? (error.code ?? '') : '';
      if (!this.#isPrepared || !losesStatements.includes(state)) throw error;
      this.#isPrepared = false;
      return this.#exchange(wanted);
    }
  }

  async close(): Promise<void> {
    const line = await this.#line?.catch(() => null);
    this.#line = null;
    await line?.driver.end();
  }

  async #exchange(wanted: RequestedKeys): Promise<FoundRows> {
    const { driver, prepared } = await this.#opened();
    const found = new Map<KeyedTable, NonNullable<unknown>[]>([...wanted.keys()].map((table) => [table, []]));
    const sql = this.#statement([...wanted.keys()]);
    const values = [...wanted.values()].map((keys) => wireValue(arrayOf(keys)));
    const exchange = new Exchange({
      send: (messages) => {
        if (this.#isPrepared) prepared.bind(messages, '', sql, values);
        else bindUnprepared(messages, '', sql, values);
        execute(messages, '', 0);
      },
      // The first field is one of the table names above.
      onRow: ([table, row]) => found.get(table as KeyedTable)?.push(JSON.parse(row ?? 'null')),
    });
    const silence = setTimeout(
      () => driver.destroy(new Error('Query read timeout')),
      this.#options.silenceMs,
    );
    driver.submit(exchange);
    try {
      await exchange.settled;
    } catch (error) {
      // The session may have lost it.
      prepared.forget(sql);
      throw error;
    } finally {
      clearTimeout(silence);
    }
    return found as unknown as FoundRows; // The columns are the tables' own.
  }

  /** Each row names its table. */
  #statement(tables: readonly KeyedTable[]): string {
    const { schema } = this.#options;
    const selects = tables.map(
      (table, i) =>
        `select '${table}', row_to_json(t)::text from ${schema}.${table} t where ${keyColumns[table]} = any ($${i + 1})`,
    );
    return selects.join(' union all ');
  }

  #opened(): Promise<Line> {
    if (this.#line !== null) return this.#line;
    const forget = () => {
      if (this.#line === line) this.#line = null;
    };
    const { address, silenceMs } = this.#options;
    const line: Promise<Line> = Driver.open(address, silenceMs, forget).then((driver) => {
      // A pending look has its own timer, so the connection need not keep the process alive.
      driver.unref();
      return { driver, prepared: new PreparedStatements() };
    });
    line.catch(forget);
    this.#line = line;
    return line;
  }
}

/** A PostgreSQL array literal. */
function arrayOf(keys: readonly string[]): string {
  return `{${keys.map((key) => `"${key.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`;
}
