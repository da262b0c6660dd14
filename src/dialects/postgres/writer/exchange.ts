// Several statements in one exchange with the server.
import type { Submittable } from 'pg';
import type { StepDone, WriteStep, WrittenRow } from '../../writer.ts';
import { bind, execute, type Messages, parse, wireValue } from '../wire/driver.ts';

/** So many statements of an exchange may pass before the server tells what became of them. */
const mostUntold = 100;

export interface PreparedStep extends WriteStep {
  /** Of the prepared statement; empty for none. */
  readonly name: string;
  /** The server knows it already. */
  readonly isPrepared: boolean;
}

/** All of them are sent at once, and the server answers them one by one. */
export class Exchange implements Submittable {
  readonly #steps: readonly PreparedStep[];
  readonly #done: { rows: WrittenRow[]; counts: number[] }[];
  readonly #settled = Promise.withResolvers<readonly StepDone[]>();
  readonly #onProgress: () => void;
  /** The step that the next answer is of. */
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
        // The server would keep what it has to say until it is a block, and be taken for silent.
        if (++sent % mostUntold === 0) connection.flush();
      }
    }
    connection.sync();
    connection.stream.uncork();
  }

  // From here on: what the driver calls as messages arrive.

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

  /** A step is over when each of its lists was executed. */
  #skipFinished(): void {
    while (
      this.#current < this.#steps.length &&
      this.#done[this.#current]?.counts.length === this.#steps[this.#current]?.lists.length
    ) {
      this.#current++;
    }
  }
}
