// A connection bound to a request: its statements are cancelled with the request, and count against the caller's quota.
import { Problem } from '../contract/problem.ts';
import type { Connection, EnginePlan, PageOptions, PageRead, RowStream } from '../dialects/dialect.ts';
import type { Principal } from '../identity/admit.ts';
import type { Statement } from '../query/dialect/statement.ts';

/** A number of rows; so far, for a stream. */
export interface ReadRows {
  readonly rows: number;
  /** The rows were changed, not read. */
  readonly isChange?: true;
}

/** The caller, and the lifetime of the request. */
export interface Requester {
  readonly principal: Principal;
  /** Whose quota of connections is used. */
  readonly holder: string;
  /** Aborts when the answer is no longer needed or must not be given. */
  readonly signal: AbortSignal;
  /** Called with the entities read, and the final number of rows; absent if nothing is audited. */
  readonly note?: ((entities: readonly string[], read: ReadRows) => void) | undefined;
}

/** For look-ups that return no rows to the caller. */
const noRows = { rows: 0 };

export class BoundConnection {
  readonly #connection: Connection;
  readonly #requester: Requester;
  readonly #isFullyVisible: (statement: Statement) => boolean;

  /** `isFullyVisible`: whether the caller may see everything that a statement reads. */
  constructor(
    connection: Connection,
    requester: Requester,
    isFullyVisible: (statement: Statement) => boolean,
  ) {
    this.#connection = connection;
    this.#requester = requester;
    this.#isFullyVisible = isFullyVisible;
  }

  fetch(statement: Statement): Promise<string[]> {
    this.#requester.note?.(statement.entities, noRows);
    return this.#maskErrors(statement, this.#connection.fetch(statement, this.#requester));
  }

  lookUp(statement: Statement): Promise<string[]> {
    const found = this.#maskErrors(statement, this.#connection.lookUp(statement, this.#requester));
    if (this.#requester.note === undefined) return found;
    return found.then((rows) => {
      this.#requester.note?.(statement.entities, { rows: rows.length });
      return rows;
    });
  }

  /** The same, synchronously; null if it has to be awaited. */
  lookUpNow(statement: Statement): string[] | null {
    const rows = this.#connection.lookUpNow?.(statement) ?? null;
    if (rows !== null) this.#requester.note?.(statement.entities, { rows: rows.length });
    return rows;
  }

  stream(statement: Statement, separator: string): Promise<RowStream> {
    const { holder, signal, principal } = this.#requester;
    const begun = this.#maskErrors(
      statement,
      this.#connection.stream(statement, { separator, signal, holder, principal }),
    );
    if (this.#requester.note === undefined) return begun;
    return begun.then((stream) => {
      this.#requester.note?.(statement.entities, stream);
      return stream;
    });
  }

  /** Records that rows of a page were sent to the caller. */
  noteDelivered(rows: number): void {
    this.#requester.note?.([], { rows });
  }

  /** A page and its totals, from one state of the database. */
  page(
    statement: Statement,
    separator: string,
    options: Pick<PageOptions, 'isBrief' | 'companion'>,
  ): Promise<PageRead> {
    const { holder, signal, principal } = this.#requester;
    this.#requester.note?.(statement.entities, noRows);
    return this.#maskErrors(
      statement,
      this.#connection.page(statement, { ...options, separator, signal, holder, principal }),
    );
  }

  /** An engine's error message may contain values of rows that the caller may not see. */
  #maskErrors<T>(statement: Statement, read: Promise<T>): Promise<T> {
    if (this.#isFullyVisible(statement)) return read;
    return read.catch((error: unknown) => {
      if (!(error instanceof Problem) || error.kind !== 'refused-by-database') throw error;
      throw new Problem(error.kind, 'The database refused to work this out.', { cause: error });
    });
  }

  explain(statement: Statement): Promise<EnginePlan | null> {
    return this.#connection.explain(statement, this.#requester);
  }

  /** Changes whenever the data may have changed; null if the engine does not tell. */
  dataVersion(): string | null {
    return this.#connection.dataVersion?.() ?? null;
  }

  async annotate(): Promise<void> {
    await this.#connection.annotate?.();
  }
}
