// One protocol exchange with the server, from the first message until it is ready again. The driver's own queries
// describe and parse what is plain text here, and close their portals early.
import type { Submittable } from 'pg';
import { type Messages, plain } from './driver.ts';

export type Fields = readonly (string | null)[];

/** `suspended`: the portal has more rows. */
export type Outcome = 'complete' | 'suspended';

export interface Script {
  /** Statements to run first, whose outcome is ignored. */
  readonly before?: readonly string[];
  /** Sends the messages. */
  readonly send: (messages: Messages) => void;
  /** Receives rows that pass through the driver, each column as text. */
  readonly onRow?: (fields: Fields) => void;
  /** If `send` ends with a flush: the messages to send once the outcome is known. */
  readonly followUp?: (messages: Messages, outcome: Outcome) => void;
}

export class Exchange implements Submittable {
  readonly #script: Script;
  readonly #settled = Promise.withResolvers<Outcome>();
  readonly #ended = Promise.withResolvers<void>();
  #outcome: Outcome | null = null;
  #before: number;
  #synced: boolean;

  constructor(script: Script) {
    this.#script = script;
    this.#before = script.before?.length ?? 0;
    this.#synced = script.followUp === undefined;
  }

  /** Settles as soon as the outcome is known; the driver holds the next exchange back until the server is ready. */
  get settled(): Promise<Outcome> {
    return this.#settled.promise;
  }

  /** Resolves when the server is ready again, or when nothing more can be expected from it. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  submit(connection: Messages): void {
    connection.stream.cork();
    for (const sql of this.#script.before ?? []) plain(connection, sql);
    this.#script.send(connection);
    if (this.#synced) connection.sync();
    else connection.flush();
    connection.stream.uncork();
  }

  // The methods below are called by the driver as messages arrive.

  handleDataRow({ fields }: { fields: Fields }): void {
    if (this.#before === 0) this.#script.onRow?.(fields);
  }

  handleCommandComplete(_message: unknown, connection: Messages): void {
    if (this.#before > 0) this.#before--;
    else this.#known('complete', connection);
  }

  handlePortalSuspended(connection: Messages): void {
    this.#known('suspended', connection);
  }

  handleError(error: unknown, connection?: Messages): void {
    this.#settled.reject(error);
    this.#ended.resolve();
    if (this.#synced) return;
    this.#synced = true;
    connection?.sync(); // The server ignores everything else until it gets this.
  }

  handleReadyForQuery(): void {
    this.#settled.resolve(this.#outcome ?? 'complete');
    this.#ended.resolve();
  }

  /** The follow-up's own outcome is ignored. */
  #known(outcome: Outcome, connection: Messages): void {
    this.#outcome ??= outcome;
    if (this.#synced) return;
    this.#synced = true;
    this.#script.followUp?.(connection, outcome);
    connection.sync();
    this.#settled.resolve(outcome);
  }
}
