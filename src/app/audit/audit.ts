// Writes the audit log into the state store, many entries at a time, and reads it again.
import type { AuditEntry } from '../../contract/audit.ts';
import type { AuditAction } from '../../contract/audit-actions.ts';
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

/** Which entries are looked for. */
export interface AuditWish {
  readonly user?: string | undefined;
  readonly action?: AuditAction | undefined;
  /** Only entries with a smaller number. */
  readonly before?: number | undefined;
  readonly order?: 'asc' | 'desc' | undefined;
}

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

  /** The lines that fit, the oldest first unless the wish says otherwise. */
  async *lines(wish: AuditWish = {}): AsyncGenerator<string> {
    await this.settled();
    const { before, order = 'asc' } = wish;
    for (let last: number | null = null; ; ) {
      const from: number | null = last;
      const rows = await this.#store.read((db) => {
        let query = db.selectFrom('audit').select(['seq', 'line']).orderBy('seq', order).limit(pageSize);
        if (before !== undefined) query = query.where('seq', '<', before);
        if (from !== null) query = query.where('seq', order === 'asc' ? '>' : '<', from);
        return query.execute();
      });
      for (const { line } of rows) if (fits(line, wish)) yield line;
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

/** The store keeps entries as the lines that were hashed, so that who looks for some of them reads the lines. */
function fits(line: string, { user, action }: AuditWish): boolean {
  if (user === undefined && action === undefined) return true;
  // Nobody but `chained` writes lines.
  const entry = JSON.parse(line) as AuditEntry;
  if (action !== undefined && entry.action !== action) return false;
  return user === undefined || entry.user === user || entry.as === user;
}
