// Users' verdicts on undeclared relations. Every request looks at them, so a verdict applies in every process as soon
// as it is answered.
import { Problem } from '../../contract/problem.ts';
import type { Decision, Decisions } from '../../model/inference/inferred.ts';
import { insertIfAbsent, locked } from '../../store/queries.ts';
import type { RowOf, Store } from '../../store/store.ts';

/** The key of the single row. */
const head = 'relations';

export class StoredDecisions {
  readonly #store: Store;
  #version = 0;
  #current: Decisions = new Map();

  constructor(store: Store) {
    this.#store = store;
  }

  get current(): Decisions {
    return this.#current;
  }

  /** Changes with every verdict. */
  get version(): number {
    return this.#version;
  }

  /** Refreshes the verdicts. If the store is unavailable, the last known ones apply. */
  refresh(): Promise<void> | undefined {
    try {
      const row = this.#store.row('relation_decisions', head);
      if (!(row instanceof Promise)) return void this.#take(row);
      return row.then((found) => this.#take(found), goOn);
    } catch (error) {
      return void goOn(error);
    }
  }

  async keep(decision: Decision): Promise<void> {
    await this.#store.write(async (trx) => {
      await insertIfAbsent(trx, 'relation_decisions', { name: head, version: 0, document: '{}' });
      const query = trx.selectFrom('relation_decisions').selectAll().where('name', '=', head);
      const before = await locked(trx, query).executeTakeFirstOrThrow();
      const all = { ...Object.fromEntries(read(before.document)), [decision.id]: decision };
      await trx
        .updateTable('relation_decisions')
        .set({ version: before.version + 1, document: JSON.stringify(all) })
        .where('name', '=', head)
        .execute();
    });
    await this.refresh();
  }

  #take(row: RowOf<'relation_decisions'>): void {
    const version = row?.version ?? 0;
    if (version === this.#version) return;
    this.#version = version;
    this.#current = read(row?.document ?? '{}');
  }
}

function read(document: string): Decisions {
  // Only this file writes it.
  return new Map(Object.entries(JSON.parse(document) as Record<string, Decision>));
}

function goOn(error: unknown): void {
  if (!(error instanceof Problem) || error.kind !== 'store-unavailable') throw error;
}
