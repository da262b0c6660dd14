// Writes the audit log into the state store in batches, and reads it.
import type { AuditEntry } from '../../contract/audit.ts';
import type { AuditAction } from '../../contract/audit-actions.ts';
import type { Store } from '../../store/store.ts';
import { append } from './append.ts';
import { type AuditEvent, eventText } from './chain.ts';
import type { NotedEvent } from './noted-events.ts';
import { linesOf } from './rows.ts';
import { type Appender, AuditThread, type AuditThreadSetup } from './thread.ts';

/** The longest that entries wait: a transaction for each would cost more than the work it records. */
const flushDelayMs = 100;

/** The most entries in one transaction. */
const maxBatch = 1_000;

/** While the store fails, this many entries are kept, and writing is retried at this interval. */
const maxWaiting = 50_000;
const retryMs = 1_000;

/** The batch size from which a worker thread pays off. */
const minThreadBatch = 16;

/** Rows per read of the store; each has many entries. */
const pageSize = 50;

/** The filter for reading entries. */
export interface AuditFilter {
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
  readonly #lastEvents = new LastEvents();
  /** Unwritten entries. */
  readonly #waiting: NotedEvent[] = [];
  /** The entries noted so far, and those written or dropped. */
  #noted = 0;
  #settled = 0;
  #writing: Promise<void> | null = null;
  readonly #startThread: (setup: AuditThreadSetup) => Appender;
  #thread: Appender | null = null;
  #timer: NodeJS.Timeout | null = null;
  /** Whether the last write to the store failed. */
  #isFailing = false;

  /** `keepMs`: entries that are older are deleted; null keeps all. */
  constructor(
    store: Store,
    warn: (message: string) => void,
    keepMs: number | null = null,
    startThread = (setup: AuditThreadSetup): Appender => new AuditThread(setup),
  ) {
    this.#store = store;
    this.#warn = warn;
    this.#keepMs = keepMs;
    this.#startThread = startThread;
  }

  /** `by`: an object that stays the same for all requests of a user. */
  note(event: AuditEvent, by: object | null = null): void {
    const text = by === null ? eventText(event) : this.#lastEvents.textOf(event, by);
    this.#waiting.push({ event: text, at: Date.now() });
    this.#noted++;
    this.#timer ??= setTimeout(() => void this.settled(), flushDelayMs).unref();
  }

  /**
   * Resolves when everything noted so far is written, or cannot be written now. Later entries wait for their own batch.
   */
  async settled(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const all = this.#noted;
    while (this.#settled < all) {
      this.#writing ??= this.#write().finally(() => {
        this.#writing = null;
      });
      await this.#writing;
      if (!this.#isFailing) continue;
      this.#timer ??= setTimeout(() => void this.settled(), retryMs).unref();
      return;
    }
  }

  /** Nothing can be noted afterwards. */
  async close(): Promise<void> {
    await this.settled();
    if (this.#timer !== null) clearTimeout(this.#timer);
    if (this.#waiting.length > 0) this.#drop(this.#waiting.length);
    await this.#thread?.close();
  }

  /** The matching lines, oldest first by default. */
  async *lines(filter: AuditFilter = {}): AsyncGenerator<string> {
    await this.settled();
    const { before, order = 'asc' } = filter;
    const highest = before === undefined ? null : await this.#rowOf(before - 1);
    for (let last: number | null = null; ; ) {
      const from: number | null = last;
      const rows = await this.#store.read((db) => {
        let query = db.selectFrom('audit').select(['seq', 'line']).orderBy('seq', order).limit(pageSize);
        if (highest !== null) query = query.where('seq', '<=', highest);
        if (from !== null) query = query.where('seq', order === 'asc' ? '>' : '<', from);
        return query.execute();
      });
      for (const row of rows) {
        const lines = linesOf(row);
        for (const { seq, line } of order === 'asc' ? lines : lines.reverse()) {
          if ((before === undefined || seq < before) && fits(line, filter)) yield line;
        }
      }
      const end = rows.at(-1);
      if (end === undefined) return;
      last = Number(end.seq);
    }
  }

  /** The number of the row that contains an entry; null for the last row or beyond. */
  async #rowOf(seq: number): Promise<number | null> {
    const row = await this.#store.read((db) =>
      db.selectFrom('audit').select('seq').where('seq', '>=', seq).orderBy('seq').limit(1).executeTakeFirst(),
    );
    return row === undefined ? null : Number(row.seq);
  }

  async #write(): Promise<void> {
    const noted = this.#waiting.slice(0, maxBatch);
    try {
      await this.#append(noted);
      this.#isFailing = false;
      this.#waiting.splice(0, noted.length);
      this.#settled += noted.length;
    } catch (error) {
      // The requests are answered already; their entries are written as soon as possible.
      if (!this.#isFailing) {
        this.#warn(
          `entries of the audit log cannot be written at the moment, and are kept: ${String(error)}`,
        );
      }
      this.#isFailing = true;
      if (this.#waiting.length > maxWaiting) this.#drop(this.#waiting.length - maxWaiting);
    }
  }

  /** Drops the oldest entries. */
  #drop(count: number): void {
    this.#warn(`${count} entries of the audit log could not be written, and are lost`);
    this.#waiting.splice(0, count);
    this.#settled += count;
  }

  /** Uses a worker thread once there is much to write, and only if this thread would block on the disk. */
  async #append(noted: readonly NotedEvent[]): Promise<void> {
    const { file } = this.#store;
    const isBusy = this.#thread !== null || noted.length >= minThreadBatch;
    if (file === undefined || !isBusy) return append(this.#store, noted, this.#keepMs);
    if (this.#thread === null || this.#thread.isLost) {
      this.#thread = this.#startThread({ file, keepMs: this.#keepMs });
    }
    // The thread may take seconds to start on a busy machine. Entries waiting for it would be lost if the service
    // ended.
    if (!this.#thread.isReady) return append(this.#store, noted, this.#keepMs);
    await this.#thread.append(noted);
  }
}

/** The last entry of each user as text: reading several records in turn gives the same text. */
class LastEvents {
  readonly #known = new WeakMap<object, { readonly deed: AuditEvent; readonly text: string }>();

  textOf(event: AuditEvent, by: object): string {
    const known = this.#known.get(by);
    if (known !== undefined && isSame(known.deed, event)) return known.text;
    const text = eventText(event);
    this.#known.set(by, { deed: event, text });
    return text;
  }
}

/** Entity lists belong to cached statements: equal lists are the same object. */
function isSame(one: AuditEvent, other: AuditEvent): boolean {
  return (
    one.entities === other.entities &&
    one.user === other.user &&
    one.via === other.via &&
    one.as === other.as &&
    one.action === other.action &&
    one.rows === other.rows &&
    one.address === other.address
  );
}

/** The store keeps entries as the hashed lines, so filters parse them. */
function fits(line: string, { user, action }: AuditFilter): boolean {
  if (user === undefined && action === undefined) return true;
  // Only `chainEntry` writes lines.
  const entry = JSON.parse(line) as AuditEntry;
  if (action !== undefined && entry.action !== action) return false;
  return user === undefined || entry.user === user || entry.as === user;
}
