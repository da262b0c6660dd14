// The connection as a use case has it: what it starts ends when nobody waits for it any more, and counts for whoever
// asked.
import type { Connection, EnginePlan, PageOptions, PageRead, RowStream } from '../dialects/dialect.ts';
import type { Principal } from '../identity/admit.ts';
import type { Statement } from '../query/dialect/sql.ts';

/** Who asks, and until when. */
export interface Asker {
  readonly principal: Principal;
  /** Whose share of the connections is taken. */
  readonly holder: string;
  /** Aborts when the answer is of no use any more, or must not be given. */
  readonly signal: AbortSignal;
}

export class BoundConnection {
  readonly #connection: Connection;
  readonly #asker: Asker;

  constructor(connection: Connection, asker: Asker) {
    this.#connection = connection;
    this.#asker = asker;
  }

  fetch(statement: Statement): Promise<string[]> {
    return this.#connection.fetch(statement, this.#asker);
  }

  lookUp(statement: Statement): Promise<string[]> {
    return this.#connection.lookUp(statement, this.#asker);
  }

  stream(statement: Statement, separator: string): Promise<RowStream> {
    const { holder, signal } = this.#asker;
    return this.#connection.stream(statement, { separator, signal, holder });
  }

  /** A page and what is told beside it, of one state of the database. */
  page(
    statement: Statement,
    separator: string,
    options: Pick<PageOptions, 'isBrief' | 'beside'>,
  ): Promise<PageRead> {
    const { holder, signal } = this.#asker;
    return this.#connection.page(statement, { ...options, separator, signal, holder });
  }

  explain(statement: Statement): Promise<EnginePlan> {
    return this.#connection.explain(statement, this.#asker);
  }

  /** Another text whenever the data may have changed; null where the engine does not tell. */
  dataVersion(): string | null {
    return this.#connection.dataVersion?.() ?? null;
  }

  async annotate(): Promise<void> {
    await this.#connection.annotate?.();
  }
}
