// One connection to the server, used by one reader at a time.
import type { Connection, Query } from 'mysql2';
import type { BoundSql } from '../../../query/dialect/statement.ts';
import { BaseSession } from '../../base/base-session.ts';
import type { SilenceClock } from '../../base/clock.ts';
import type { Pooled } from '../../base/pool.ts';
import { publishStatement } from '../../base/trace.ts';
import type { Server } from '../catalog/server.ts';
import { openConnection, renew, type ServerInfo } from './connect.ts';
import { IncomingData, PreparedStatements, type RowReader } from './driver.ts';
import { connectionLost, SilentServer } from './failure.ts';
import type { ServerOptions } from './options.ts';
import { boundValues, preparedRows, type TextRow, textRows } from './statements.ts';

/** How long a server may be silent during each kind of work. */
export interface Clocks {
  readonly opening: SilenceClock;
  readonly statements: SilenceClock;
}

export class Session extends BaseSession implements Pooled {
  readonly id: number;
  readonly openedAt = performance.now();
  readonly server: Server;
  readonly #connection: Connection;
  readonly #incoming: IncomingData;
  readonly #prepared: PreparedStatements;
  readonly #clocks: Clocks;
  /** The session's initial state. */
  readonly #serverInfo: ServerInfo;
  #isDirty = false;
  #limitMs: number | null = null;

  private constructor(connection: Connection, serverInfo: ServerInfo, clocks: Clocks) {
    super();
    this.id = connection.threadId;
    this.server = serverInfo.server;
    this.#serverInfo = serverInfo;
    this.#clocks = clocks;
    this.#connection = connection;
    this.#incoming = new IncomingData(connection);
    this.#prepared = new PreparedStatements(connection);
    connection.on('error', (error) => this.markEnded(error));
    connection.on('end', () => this.markEnded(new Error('the server closed the connection')));
  }

  static async open(options: ServerOptions, clocks: Clocks): Promise<Session> {
    const { connection, serverInfo } = await openConnection(options, clocks.opening);
    return new Session(connection, serverInfo, clocks);
  }

  /** A function of a view may set, lock and create anything: the session must be cleaned before its next use. */
  markDirty(): void {
    this.#isDirty = true;
  }

  clean(): Promise<void> | null {
    if (!this.#isDirty) return null;
    this.#limitMs = null;
    return this.#answered(renew(this.#connection, this.#serverInfo), this.#clocks.opening).then(
      () => {
        this.#prepared.clear();
        this.#isDirty = false;
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
   * failures are reported through onEnded.
   */
  start(statement: BoundSql, reader: RowReader): Query {
    publishStatement(statement.sql);
    const query = this.#prepared.execute(statement.sql, boundValues(statement));
    this.#incoming.follow(query, reader);
    return query;
  }

  /** Stops reading from the server until resumed; rows that have already arrived are still delivered. */
  pause(): void {
    this.#incoming.pause();
  }

  resume(): void {
    this.#incoming.resume();
  }

  drop(): void {
    this.markEnded(new Error('the connection was given up'));
    this.#connection.destroy();
    this.#incoming.closeNow();
  }

  end(): Promise<void> {
    this.isEnded = true;
    // Notifies the server without waiting for it.
    return new Promise((resolve) => this.#connection.end(() => resolve()));
  }

  /** The answer, or a failure if the server falls silent or the session ends first. The driver would wait forever. */
  #answered<T>(answer: Promise<T>, clock: SilenceClock): Promise<T> {
    return new Promise((resolve, reject) => {
      const watched = clock.watch(() => reject(new SilentServer()), this.waitedMs);
      const forget = this.onEnded((error) => reject(connectionLost(error)));
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
