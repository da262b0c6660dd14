// One session on the server: its prepared statements, its transaction, and the way to interrupt it.
import { setTimeout as delay } from 'node:timers/promises';
import type { Connection, PoolClient } from 'pg';
import { Cache } from '../../../query/cache.ts';
import type { BoundSql } from '../../../query/dialect/sql.ts';
import { tellStatement } from '../../base/trace.ts';
import { requestCancel, type SessionKey } from './cancel.ts';
import { Exchange, type Fields, type Outcome, type Script } from './exchange.ts';
import { type RowSink, RowTap } from './tap.ts';

/** How long a cancelled statement may take to end before its session is given up. */
const graceMs = 1_000;
const repeatMs = 100;
const portal = 'rows';

export class Session {
  readonly #client: PoolClient;
  readonly #key: SessionKey;
  readonly #tap: RowTap;
  /** The name of each statement by its text. */
  readonly #prepared = new Cache<string>('postgres statements', {
    onLeave: (name) => this.#obsolete.push(name),
  });
  /** Names that the server is to forget. */
  readonly #obsolete: string[] = [];
  #ready: Promise<void> = Promise.resolve();
  #nextName = 1;
  #generation = 0;

  constructor(client: PoolClient, host: string, port: number) {
    this.#client = client;
    this.#tap = new RowTap(client.connection.stream);
    // Both are set by the driver when the session begins; only its types do not say so.
    const { processID, secretKey } = client as PoolClient & Pick<SessionKey, 'processID' | 'secretKey'>;
    this.#key = { host, port, processID, secretKey };
  }

  /** A new reading of the schema makes statements obsolete: their parameters may have had other types. */
  enter(generation: number): void {
    if (generation === this.#generation) return;
    this.#generation = generation;
    this.#prepared.clear();
  }

  /** All rows at once. */
  async all(statement: BoundSql): Promise<Fields[]> {
    const rows: Fields[] = [];
    const values = statement.parameters.map(wireValue);
    await this.#run(statement, {
      send: (connection) => {
        this.#bind(connection, statement.sql, values, '');
        execute(connection, '', 0);
      },
      onRow: (fields) => rows.push(fields),
    });
    return rows;
  }

  /**
   * The first rows of a portal. Most answers end here, within the transaction that a single statement is; only
   * when there is more does it become a transaction block, in which the portal outlives this exchange. The
   * engine then gives every further batch its own time.
   */
  open(statement: BoundSql, rows: number, sink: RowSink): Promise<Outcome> {
    const values = statement.parameters.map(wireValue);
    const script: Script = {
      send: (connection) => {
        this.#bind(connection, statement.sql, values, portal);
        execute(connection, portal, rows);
      },
      followUp: (connection, outcome) => {
        if (outcome === 'suspended') plain(connection, 'begin read only');
      },
    };
    return this.#run(statement, script, sink);
  }

  /**
   * The lines of a copy, all in one exchange and a transaction block. The engine's clock, which would count the time
   * of a slow reader too, is stopped: whoever reads has one of their own.
   */
  copy(statement: BoundSql, sink: RowSink): Promise<Outcome> {
    const script: Script = {
      send: (connection) => {
        plain(connection, 'begin read only');
        plain(connection, 'set local statement_timeout = 0');
        // There is little to render, so the engine may judge for itself whether compiling pays.
        plain(connection, 'set local jit to default');
        plain(connection, statement.sql);
      },
    };
    return this.#run(statement, script, sink);
  }

  /** The next rows of the open portal. */
  more(rows: number, sink: RowSink): Promise<Outcome> {
    return this.#exchange({ send: (connection) => execute(connection, portal, rows) }, sink);
  }

  /** Takes nothing from the server until it is resumed. */
  pause(): void {
    this.#client.connection.stream.pause();
  }

  resume(): void {
    const { stream } = this.#client.connection;
    if (stream.isPaused()) stream.resume();
  }

  /** Ends the transaction and with it the portal; also the point that a late cancellation cannot get past. */
  async rollback(): Promise<void> {
    tellStatement('rollback');
    await this.#exchange({ send: (connection) => plain(connection, 'rollback') });
  }

  /** Until the server has said all about the last exchange, changed settings included. */
  ready(): Promise<void> {
    return this.#ready;
  }

  /** Ends what is running. Resolves whether the session is fit for use again. */
  async interrupt(running: Promise<unknown>): Promise<boolean> {
    const late = new AbortController();
    const tooLate = delay(graceMs, false, { signal: late.signal, ref: false }).catch(() => false);
    try {
      return await Promise.race([this.#cancel(running, late.signal), tooLate]);
    } catch {
      return false;
    } finally {
      late.abort();
    }
  }

  /** A request that comes before its statement has begun cancels nothing, so it is repeated. */
  async #cancel(running: Promise<unknown>, late: AbortSignal): Promise<boolean> {
    const ended = running.then(
      () => true,
      () => true,
    );
    for (let isOver = false; !isOver && !late.aborted; ) {
      await requestCancel(this.#key);
      isOver = await Promise.race([ended, delay(repeatMs, false, { ref: false })]);
    }
    await this.rollback();
    return true;
  }

  async #run(statement: BoundSql, script: Script, sink: RowSink | null = null): Promise<Outcome> {
    tellStatement(statement.sql);
    try {
      return await this.#exchange(script, sink);
    } catch (error) {
      this.#prepared.forget(null, statement.sql);
      throw error;
    }
  }

  #exchange(script: Script, sink: RowSink | null = null): Promise<Outcome> {
    const send: Script['send'] = (connection) => {
      this.#tap.sink = sink;
      script.send(connection);
    };
    const exchange = this.#client.query(new Exchange({ ...script, send }));
    this.#ready = exchange.ended;
    return exchange.settled;
  }

  /** Prepared once per text. */
  #bind(connection: Connection, sql: string, values: WireValue[], portalName: string): void {
    for (const name of this.#obsolete.splice(0)) connection.close({ type: 'S', name }, true);
    const statement = this.#prepared.get(null, sql, () => {
      const name = `joinery_${this.#nextName++}`;
      connection.parse({ name, text: sql, types: [] }, true);
      return name;
    });
    connection.bind({ portal: portalName, statement, values }, true);
  }
}

/** Runs a statement that gives no rows, without a name. */
function plain(connection: Connection, sql: string): void {
  connection.parse({ name: '', text: sql, types: [] }, true);
  connection.bind({ portal: '', statement: '', values: [] }, true);
  execute(connection, '', 0);
}

function execute(connection: Connection, name: string, rows: number): void {
  // The driver writes a number, although its types ask for a text.
  connection.execute({ portal: name, rows: rows as unknown as string }, true);
}

type WireValue = string | Buffer | null;

function wireValue(value: unknown): WireValue {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || Buffer.isBuffer(value)) return value;
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean')
    return String(value);
  throw new TypeError(`a parameter of type ${typeof value} has no place in a statement`);
}
