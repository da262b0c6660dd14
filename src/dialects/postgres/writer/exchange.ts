// Several statements in one exchange with the server.
import type { Submittable } from 'pg';
import type { StepDone, WriteStep, WrittenRow } from '../../writer.ts';
import { bind, execute, type Messages, parse, wireValue } from '../wire/driver.ts';

/** The most statements in an exchange before the server is asked to flush its answers. */
const maxUnflushed = 100;

export interface PreparedStep extends WriteStep {
  /** The name of the prepared statement; empty for none. */
  readonly name: string;
  /** Whether the server already knows it. */
  readonly isPrepared: boolean;
}

/** Sends all steps at once; the server answers them one by one. */
export class Exchange implements Submittable {
  readonly #steps: readonly PreparedStep[];
  readonly #done: { rows: WrittenRow[]; counts: number[] }[];
  readonly #settled = Promise.withResolvers<readonly StepDone[]>();
  readonly #onProgress: () => void;
  /** The step that the next answer belongs to. */
  #current = 0;

  constructor(steps: readonly PreparedStep[], onProgress: () => void) {
    this.#steps = steps;
    this.#onProgress = onProgress;
    this.#done = steps.map(() => ({ rows: [], counts: [] }));
    this.#skipFinished();
  }

  get done(): Promise<readonly StepDone[]> {
    return this.#settled.promise;
  }

  /** How far it came. */
  get place(): { readonly step: number; readonly list: number } {
    return { step: this.#current, list: this.#done[this.#current]?.counts.length ?? 0 };
  }

  submit(connection: Messages): void {
    connection.stream.cork();
    let sent = 0;
    for (const { sql, name, isPrepared, lists } of this.#steps) {
      if (!isPrepared) parse(connection, name, sql);
      for (const parameters of lists) {
        bind(connection, '', name, parameters.map(wireValue));
        execute(connection, '', 0);
        // The server would buffer its answers until it has a full block, and appear silent.
        if (++sent % maxUnflushed === 0) connection.flush();
      }
    }
    connection.sync();
    connection.stream.uncork();
  }

  // The methods below are called by the driver as messages arrive.

  handleDataRow({ fields }: { readonly fields: (string | null)[] }): void {
    this.#done[this.#current]?.rows.push(fields);
    this.#onProgress();
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#done[this.#current]?.counts.push(Number(/(\d+)$/.exec(text)?.[1] ?? 0));
    this.#skipFinished();
    this.#onProgress();
  }

  handleError(error: unknown): void {
    this.#settled.reject(error);
  }

  handleReadyForQuery(): void {
    this.#settled.resolve(this.#done);
  }

  /** A step is complete when all of its lists were executed. */
  #skipFinished(): void {
    while (
      this.#current < this.#steps.length &&
      this.#done[this.#current]?.counts.length === this.#steps[this.#current]?.lists.length
    ) {
      this.#current++;
    }
  }
}
