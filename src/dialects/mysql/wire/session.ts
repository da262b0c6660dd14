// One connection to the server, used by one reader at a time.
import type { Connection, Query } from 'mysql2';
import type { BoundSql } from '../../../query/dialect/statement.ts';
import type { SilenceClock } from '../../base/clock.ts';
import { Going } from '../../base/going.ts';
import type { Pooled } from '../../base/pool.ts';
import { tellStatement } from '../../base/trace.ts';
import type { Server } from '../catalog/server.ts';
import { openConnection, renew, type Welcome } from './connect.ts';
import { Intake, PreparedStatements, type RowReader } from './driver.ts';
import { connectionLost, SilentServer } from './failure.ts';
import type { ServerOptions } from './options.ts';
import { boundValues, preparedRows, type TextRow, textRows } from './statements.ts';

/** How long a server may be silent during each kind of work. */
export interface Clocks {
  readonly opening: SilenceClock;
  readonly statements: SilenceClock;
}

export class Session extends Going implements Pooled {
  readonly id: number;
  readonly openedAt = performance.now();
  readonly server: Server;
  readonly #connection: Connection;
  readonly #intake: Intake;
  readonly #prepared: PreparedStatements;
  readonly #clocks: Clocks;
  /** The session's initial state. */
  readonly #welcome: Welcome;
  #isSoiled = false;
  #limitMs: number | null = null;

  private constructor(connection: Connection, welcome: Welcome, clocks: Clocks) {
    super();
    this.id = connection.threadId;
    this.server = welcome.server;
    this.#welcome = welcome;
    this.#clocks = clocks;
    this.#connection = connection;
    this.#intake = new Intake(connection);
    this.#prepared = new PreparedStatements(connection);
    connection.on('error', (error) => this.lose(error));
    connection.on('end', () => this.lose(new Error('the server closed the connection')));
  }

  static async open(options: ServerOptions, clocks: Clocks): Promise<Session> {
    const { connection, welcome } = await openConnection(options, clocks.opening);
    return new Session(connection, welcome, clocks);
  }

  /** A function of a view may set, lock and create anything: the session must be cleaned before its next use. */
  soil(): void {
    this.#isSoiled = true;
  }

  clean(): Promise<void> | null {
    if (!this.#isSoiled) return null;
    this.#limitMs = null;
    return this.#answered(renew(this.#connection, this.#welcome), this.#clocks.opening).then(
      () => {
        this.#prepared.clear();
        this.#isSoiled = false;
      },
      () => this.drop(),
    );
  }

  /** All rows, each value as text. */
  all(sql: string): Promise<TextRow[]> {
    return this.#answered(textRows(this.#connection, sql), this.#clocks.statements);
  }

  /** The engine's time limit for the following statements; 0 means no limit. */
  async limit(milliseconds: number): Promise<void> {
    if (this.#limitMs === milliseconds) return;
    await this.all(this.server.limitStatement(milliseconds));
    this.#limitMs = milliseconds;
  }

  /** All rows; every column is a text. */
  fetch(statement: BoundSql): Promise<TextRow[]> {
    return this.#answered(preparedRows(this.#prepared, statement), this.#clocks.statements);
  }

  /**
   * Starts a statement whose raw rows of texts are passed to a reader, which must copy them at once; connection
   * failures are reported through onGone.
   */
  start(statement: BoundSql, reader: RowReader): Query {
    tellStatement(statement.sql);
    const query = this.#prepared.execute(statement.sql, boundValues(statement));
    this.#intake.follow(query, reader);
    return query;
  }

  /** Stops reading from the server until resumed; rows that have already arrived are still delivered. */
  pause(): void {
    this.#intake.pause();
  }

  resume(): void {
    this.#intake.resume();
  }

  drop(): void {
    this.lose(new Error('the connection was given up'));
    this.#connection.destroy();
    this.#intake.cut();
  }

  end(): Promise<void> {
    this.gone = true;
    // Notifies the server without waiting for it.
    return new Promise((resolve) => this.#connection.end(() => resolve()));
  }

  /** The answer, or a failure if the server falls silent or the session ends first. The driver would wait forever. */
  #answered<T>(answer: Promise<T>, clock: SilenceClock): Promise<T> {
    return new Promise((resolve, reject) => {
      const watched = clock.watch(() => reject(new SilentServer()), this.waitedMs);
      const forget = this.onGone((error) => reject(connectionLost(error)));
      const settled = () => {
        watched.stop();
        forget();
      };
      answer.then(
        (value) => {
          settled();
          resolve(value);
        },
        (error: unknown) => {
          settled();
          reject(error);
        },
      );
    });
  }
}
