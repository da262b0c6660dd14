// The connection as a use case has it: what it starts ends when nobody waits for it any more, and counts for whoever
// asked.
import { Problem } from '../contract/problem.ts';
import type { Connection, EnginePlan, PageOptions, PageRead, RowStream } from '../dialects/dialect.ts';
import type { Principal } from '../identity/admit.ts';
import type { Statement } from '../query/dialect/statement.ts';

/** How many rows something was about; of a stream so far. */
export interface ReadRows {
  readonly rows: number;
  /** They were changed, not read. */
  readonly isChange?: true;
}

/** Who asks, and until when. */
export interface Asker {
  readonly principal: Principal;
  /** Whose share of the connections is taken. */
  readonly holder: string;
  /** Aborts when the answer is of no use any more, or must not be given. */
  readonly signal: AbortSignal;
  /** Told of what is read, and of how many rows in the end; absent where nobody writes it down. */
  readonly note?: ((entities: readonly string[], read: ReadRows) => void) | undefined;
}

/** Of what is read on the way to rows. */
const noRows = { rows: 0 };

export class BoundConnection {
  readonly #connection: Connection;
  readonly #asker: Asker;
  readonly #isWhole: (statement: Statement) => boolean;

  /** `isWhole`: whether whoever asks may see all that a statement reads. */
  constructor(connection: Connection, asker: Asker, isWhole: (statement: Statement) => boolean) {
    this.#connection = connection;
    this.#asker = asker;
    this.#isWhole = isWhole;
  }

  fetch(statement: Statement): Promise<string[]> {
    this.#asker.note?.(statement.entities, noRows);
    return this.#told(statement, this.#connection.fetch(statement, this.#asker));
  }

  lookUp(statement: Statement): Promise<string[]> {
    const found = this.#told(statement, this.#connection.lookUp(statement, this.#asker));
    if (this.#asker.note === undefined) return found;
    return found.then((rows) => {
      this.#asker.note?.(statement.entities, { rows: rows.length });
      return rows;
    });
  }

  /** The same at once; null where it has to be waited for. */
  lookUpNow(statement: Statement): string[] | null {
    const rows = this.#connection.lookUpNow?.(statement) ?? null;
    if (rows !== null) this.#asker.note?.(statement.entities, { rows: rows.length });
    return rows;
  }

  stream(statement: Statement, separator: string): Promise<RowStream> {
    const { holder, signal, principal } = this.#asker;
    const begun = this.#told(
      statement,
      this.#connection.stream(statement, { separator, signal, holder, principal }),
    );
    if (this.#asker.note === undefined) return begun;
    return begun.then((stream) => {
      this.#asker.note?.(statement.entities, stream);
      return stream;
    });
  }

  /** So many rows of a page were given to whoever asks. */
  delivered(rows: number): void {
    this.#asker.note?.([], { rows });
  }

  /** A page and what is told beside it, of one state of the database. */
  page(
    statement: Statement,
    separator: string,
    options: Pick<PageOptions, 'isBrief' | 'beside'>,
  ): Promise<PageRead> {
    const { holder, signal, principal } = this.#asker;
    this.#asker.note?.(statement.entities, noRows);
    return this.#told(
      statement,
      this.#connection.page(statement, { ...options, separator, signal, holder, principal }),
    );
  }

  /** What an engine says of what it refuses may be about values of rows that whoever asks may not see. */
  #told<T>(statement: Statement, read: Promise<T>): Promise<T> {
    if (this.#isWhole(statement)) return read;
    return read.catch((error: unknown) => {
      if (!(error instanceof Problem) || error.kind !== 'refused-by-database') throw error;
      throw new Problem(error.kind, 'The database refused to work this out.', { cause: error });
    });
  }

  explain(statement: Statement): Promise<EnginePlan | null> {
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
