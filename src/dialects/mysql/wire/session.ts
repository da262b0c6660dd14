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

/** How long a server may be silent, in all that a session does. */
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
  /** How it was in the beginning. */
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

  /** A function of a view may set, lock and create what it likes: nobody may get the session as it is then. */
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

  /** How long the engine lets the statements to come run; 0 means without a bound. */
  async limit(milliseconds: number): Promise<void> {
    if (this.#limitMs === milliseconds) return;
    await this.all(this.server.limitStatement(milliseconds));
    this.#limitMs = milliseconds;
  }

  /** All rows, where each of their columns is a text. */
  fetch(statement: BoundSql): Promise<TextRow[]> {
    return this.#answered(preparedRows(this.#prepared, statement), this.#clocks.statements);
  }

  /**
   * Begins a statement whose rows, all of texts, are given to a reader as they came, to be copied there and then; what
   * breaks the connection is told by onGone.
   */
  start(statement: BoundSql, reader: RowReader): Query {
    tellStatement(statement.sql);
    const query = this.#prepared.execute(statement.sql, boundValues(statement));
    this.#intake.follow(query, reader);
    return query;
  }

  /** Takes nothing from the server until it is resumed; rows that have come already still do. */
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
    // The server is told and not waited for.
    return new Promise((resolve) => this.#connection.end(() => resolve()));
  }

  /** An answer, or what comes before it: too long a silence, or the end of the session. The driver would wait for ever. */
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
