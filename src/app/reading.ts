// The connection as a use case has it: what it starts ends when nobody waits for it any more, and counts for whoever
// asked.
import type { Turn } from '../dialects/base/slots.ts';
import type { Connection, EnginePlan, Moment, RowStream } from '../dialects/dialect.ts';
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

export interface Held {
  readonly reading: Reading;
  release(): void;
}

/** Statements that ran each by itself are tried again so often before they are held to one state. */
const mostAttempts = 2;

export class Reading {
  readonly #connection: Connection;
  readonly #asker: Asker;
  readonly #moment: Moment | null;
  /** The statements whose rows were fetched so far. */
  readonly #fetched: Statement[] = [];

  constructor(connection: Connection, asker: Asker, moment: Moment | null = null) {
    this.#connection = connection;
    this.#asker = asker;
    this.#moment = moment;
  }

  /**
   * Runs work whose statements show one state of the database, where the engine can tell. They run each by itself, at
   * once if they like; only where somebody wrote meanwhile they run again, and then one after the other.
   */
  async atOneMoment<T>(work: (reading: Reading) => Promise<T>): Promise<T> {
    let reading = this.#again();
    for (let attempt = 1; attempt <= mostAttempts; attempt++) {
      const before = this.#connection.state?.();
      const answer = await work(reading);
      const isOne = reading.#fetched.length < 2 || before === undefined;
      if (isOne || (before !== null && this.#connection.state?.() === before)) return answer;
      if (attempt < mostAttempts) reading = this.#again();
    }
    const held = await this.hold(reading.#fetched, 'short');
    try {
      return await work(held.reading);
    } finally {
      held.release();
    }
  }

  /** The same for statements that end later: they show one state, where the engine can, until they are released. */
  async hold(statements: readonly Statement[], turn: Turn): Promise<Held> {
    const moment = (await this.#connection.atOneMoment?.(statements, turn, this.#streaming)) ?? null;
    return { reading: this.#again(moment), release: () => moment?.release() };
  }

  #again(moment = this.#moment): Reading {
    return new Reading(this.#connection, this.#asker, moment);
  }

  get #streaming() {
    const { holder, signal } = this.#asker;
    return { signal, holder };
  }

  fetch(statement: Statement): Promise<string[]> {
    this.#fetched.push(statement);
    return this.#moment?.fetch(statement) ?? this.#connection.fetch(statement, this.#asker);
  }

  lookUp(statement: Statement): Promise<string[]> {
    return this.#connection.lookUp(statement, this.#asker);
  }

  stream(statement: Statement, separator: string): Promise<RowStream> {
    if (this.#moment !== null) return this.#moment.stream(statement, separator);
    return this.#connection.stream(statement, { separator, ...this.#streaming });
  }

  explain(statement: Statement): Promise<EnginePlan> {
    return this.#connection.explain(statement, this.#asker);
  }

  async annotate(): Promise<void> {
    await this.#connection.annotate?.();
  }

  get isCrowded(): boolean {
    return this.#connection.isCrowded ?? false;
  }
}
