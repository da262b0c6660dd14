// Writes the audit log into the state store, many entries at a time, and reads it again.
import type { Store } from '../../store/store.ts';
import { chained, noEntry, type Unchained } from './chain.ts';

/** Entries wait for at most so long: one transaction for each would cost more than what it tells of. */
const waitMs = 100;

/** As many as one transaction writes. */
const mostTogether = 500;

/** Two instances that append at the same moment want the same number; one of them tries again. */
const attempts = 10;

/** Rows of one look into the store. */
const pageSize = 1_000;

export class Audit {
  readonly #store: Store;
  readonly #warn: (message: string) => void;
  readonly #keepMs: number | null;
  readonly #waiting: Unchained[] = [];
  #writing: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;

  /** `keepMs`: entries that are older are deleted; null keeps all. */
  constructor(store: Store, warn: (message: string) => void, keepMs: number | null = null) {
    this.#store = store;
    this.#warn = warn;
    this.#keepMs = keepMs;
  }

  note(entry: Omit<Unchained, 'at'>): void {
    this.#waiting.push({ ...entry, at: new Date().toISOString() });
    this.#timer ??= setTimeout(() => void this.settled(), waitMs).unref();
  }

  /** Resolves when all that was noted so far is written down. */
  async settled(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    while (this.#waiting.length > 0 || this.#writing !== null) {
      this.#writing ??= this.#write().finally(() => {
        this.#writing = null;
      });
      await this.#writing;
    }
  }

  /** All lines from a number on, the oldest first. */
  async *lines(after = 0): AsyncGenerator<string> {
    await this.settled();
    for (let last = after; ; ) {
      const from = last;
      const rows = await this.#store.read((db) =>
        db
          .selectFrom('audit')
          .select(['seq', 'line'])
          .where('seq', '>', from)
          .orderBy('seq')
          .limit(pageSize)
          .execute(),
      );
      for (const { line } of rows) yield line;
      const end = rows.at(-1);
      if (end === undefined) return;
      last = Number(end.seq);
    }
  }

  async #write(): Promise<void> {
    const entries = this.#waiting.splice(0, mostTogether);
    for (let attempt = 1; ; attempt++) {
      try {
        await this.#append(entries);
        return;
      } catch (error) {
        if (attempt < attempts) continue;
        // Whoever was answered was answered; what was done is told where it can be told.
        this.#warn(`${entries.length} entries of the audit log could not be written: ${String(error)}`);
        return;
      }
    }
  }

  async #append(entries: readonly Unchained[]): Promise<void> {
    await this.#store.write(async (trx) => {
      const last = await trx
        .selectFrom('audit')
        .select(['seq', 'hash'])
        .orderBy('seq', 'desc')
        .limit(1)
        .executeTakeFirst();
      let seq = last === undefined ? 0 : Number(last.seq);
      let previous = last?.hash ?? noEntry;
      const rows = entries.map((entry) => {
        seq++;
        const { line, hash } = chained(seq, previous, entry);
        previous = hash;
        return { seq, at: Date.parse(entry.at), line, hash };
      });
      await trx.insertInto('audit').values(rows).execute();
      if (this.#keepMs === null) return;
      // The last entry stays whatever its age: the next one follows it.
      const before = Date.now() - this.#keepMs;
      await trx.deleteFrom('audit').where('at', '<', before).where('seq', '<', seq).execute();
    });
  }
}
