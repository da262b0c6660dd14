// The shortest way to rows of a PostgreSQL store by their keys: a connection for nothing else, on which one statement,
// prepared once, asks for the rows of all tables that are wanted.
import pg from 'pg';
import { Driver, execute, wireValue } from '../dialects/postgres/wire/driver.ts';
import { Exchange } from '../dialects/postgres/wire/exchange.ts';
import { bindUnprepared, PreparedStatements } from '../dialects/postgres/wire/prepared.ts';
import type { Address } from '../dialects/postgres/wire/settings.ts';
import type { Found, Wanted } from './row-gathering.ts';
import { type KeyedTable, keyColumns } from './tables.ts';

/** Somebody between us and the server has given the statement to a session that does not know it, or knows another one. */
const losesStatements = ['26000', '42P05', '0A000'];

export interface PostgresLookOptions {
  readonly address: Address;
  readonly schema: string;
  /** A server that does not answer for so long is away. */
  readonly silenceMs: number;
}

/** A connection and what its session knows. */
interface Line {
  readonly driver: Driver;
  readonly prepared: PreparedStatements;
}

export class PostgresLook {
  readonly #options: PostgresLookOptions;
  #line: Promise<Line> | null = null;
  #isPrepared = true;

  constructor(options: PostgresLookOptions) {
    this.#options = options;
  }

  async look(wanted: Wanted): Promise<Found> {
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

  async #exchange(wanted: Wanted): Promise<Found> {
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
      // The first field is one of the names above.
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
      // The session may not know it.
      prepared.forget(sql);
      throw error;
    } finally {
      clearTimeout(silence);
    }
    return found as unknown as Found; // The columns are those of the tables.
  }

  /** Each row says which table it is of. */
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
      // Whoever waits for a look has a clock running: the connection alone keeps no process alive.
      driver.unref();
      return { driver, prepared: new PreparedStatements() };
    });
    line.catch(forget);
    this.#line = line;
    return line;
  }
}

/** As PostgreSQL writes a list of texts. */
function arrayOf(keys: readonly string[]): string {
  return `{${keys.map((key) => `"${key.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`;
}
