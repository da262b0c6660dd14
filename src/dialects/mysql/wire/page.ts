// A page and its second statement: one after the other in one session, and in one transaction if there are two.
import type { Statement } from '../../../query/dialect/statement.ts';
import type { Lease } from '../../base/pool.ts';
import { type PageOptions, type PageRead, type RowStream, StaleSchema } from '../../dialect.ts';
import { failures, rowTooLarge } from './failure.ts';
import { Rows } from './rows.ts';
import type { Session } from './session.ts';
import type { Reader, Sessions } from './sessions.ts';
import type { TextRow } from './statements.ts';

export interface PageSetup {
  readonly sessions: Sessions;
  readonly reader: Reader;
}

/** Takes over the lease. Resolves with the first rows, so that early failures reach the caller. */
export async function openPage(
  lease: Lease<Session>,
  setup: PageSetup,
  statement: Statement,
  options: PageOptions,
): Promise<PageRead> {
  const page = new Page(lease, setup, options);
  try {
    return await page.open(statement);
  } catch (error) {
    page.end();
    throw error;
  }
}

export function textOf([text]: TextRow): string {
  if (text === null || text === undefined) throw new StaleSchema(rowTooLarge());
  return text;
}

class Page {
  readonly #lease: Lease<Session>;
  readonly #setup: PageSetup;
  readonly #options: PageOptions;
  readonly #companion: Statement | null;
  #rows: Rows | null = null;
  #isInTransaction = false;
  #isOver = false;

  constructor(lease: Lease<Session>, setup: PageSetup, options: PageOptions) {
    this.#lease = lease;
    this.#setup = setup;
    this.#options = options;
    this.#companion = options.companion?.statement ?? null;
  }

  async open(statement: Statement): Promise<PageRead> {
    const { isBrief } = this.#options;
    await this.#use(async (session) => {
      // The engine's statement timeout would count the time of a slow reader too.
      await session.limit(isBrief ? this.#setup.sessions.statementTimeoutMs : 0);
      if (this.#companion === null) return;
      this.#isInTransaction = true;
      await session.all('start transaction with consistent snapshot');
    });
    const rows = this.#start(statement);
    await rows.first();
    return { rows, companionRows: () => this.#readCompanion(), end: () => this.end() };
  }

  end(): void {
    this.#rows?.fail(new Error('nobody reads on'));
    if (this.#isOver) return;
    this.#isOver = true;
    const { session, release } = this.#lease;
    if (!this.#isInTransaction || session.isEnded) release();
    else
      session
        .all('rollback')
        .catch(() => session.drop())
        .finally(release);
  }

  #start(statement: Statement): RowStream & { first(): Promise<void> } {
    const { sessions, reader } = this.#setup;
    const { separator, signal } = this.#options;
    const { session } = this.#lease;
    const onAbort = () => rows.fail(signal?.reason);
    const rows = new Rows(session, statement, {
      separator,
      clock: sessions.clock,
      failure: failures[reader.reads],
      onEnd: (how) => {
        signal?.removeEventListener('abort', onAbort);
        if (how === 'broken') sessions.abandon(session);
        // Without a second statement the session is returned at once, however slow the reader is.
        if (how === 'broken' || this.#companion === null) this.end();
      },
    });
    this.#rows = rows;
    signal?.addEventListener('abort', onAbort, { once: true });
    return rows;
  }

  async #readCompanion(): Promise<string[]> {
    const { companion } = this.#options;
    if (companion === null || this.#isOver) return [];
    const rows = await this.#use(async (session) => {
      await session.limit(this.#setup.sessions.statementTimeoutMs);
      return session.fetch(companion.statement);
    });
    return rows.map(textOf);
  }

  #use<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const { session } = this.#lease;
    return this.#setup.sessions.use(session, this.#setup.reader, () => work(session));
  }
}
