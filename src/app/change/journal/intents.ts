// Journal lines: a set about to be committed is flushed to disk as one short text, and written out as a set with rows
// later, in batches. A set touches seven pages of the file, a line only one.
import { randomInt } from 'node:crypto';
import type { CompiledQuery, Transaction } from 'kysely';
import type {
  ChangeIntentTable,
  ChangeKeyTable,
  ChangePageTable,
  ChangeRowTable,
  ChangeSetTable,
} from '../../../store/change-tables.ts';
import type { Store } from '../../../store/store.ts';
import type { StoreTables } from '../../../store/tables.ts';
import { rowMark } from './row-marks.ts';

/** The content of a line. */
export interface IntentLine {
  readonly set: ChangeSetTable;
  readonly rows: readonly Omit<ChangeRowTable, 'row_mark'>[];
}

interface StoredLine extends IntentLine {
  /** Sets committed before this line was written, in case their own end is not written. */
  readonly ended: readonly string[];
}

type Trx = Transaction<StoreTables>;

/** The batch sizes of INSERT; each size is a separate statement. */
const batchSizes = [64, 8, 1];
/** Line numbers start at a random number below this: several processes may share a store. */
const maxStartNumber = 2 ** 48 - 1;

export class IntentLines {
  readonly #store: Store;
  readonly #inserts = new Inserts();
  /** Whether lines of this process may still be waiting. */
  #areWaiting = false;
  /** Consecutive numbers keep lines together: random ones would each touch a separate page. */
  #next = randomInt(maxStartNumber);

  constructor(store: Store) {
    this.#store = store;
  }

  /** Resolves when the lines are on disk. `ended`: sets committed before. */
  async add(lines: readonly IntentLine[], ended: readonly string[], isAlone: boolean): Promise<void> {
    this.#areWaiting = true;
    const rows = lines.map((line, i): ChangeIntentTable => {
      const stored: StoredLine = { ...line, ended: i === 0 ? ended : [] };
      return { n: this.#next++, body: JSON.stringify(stored) };
    });
    await this.#store.addLines(rows, isAlone);
  }

  /** Call it before reading: writes out the lines of all processes as sets. */
  async settled(): Promise<void> {
    if (!this.#areWaiting && !(await this.#hasSome())) return;
    await this.writeOut([]);
  }

  /** Writes out all lines; `ended`: committed sets. */
  async writeOut(ended: readonly string[]): Promise<void> {
    for (;;) {
      try {
        return await this.#store.write((trx) => this.#writeOut(trx, ended));
      } catch (error) {
        // Another process has written out the same lines: look again.
        if (!(error instanceof TakenByOthers)) throw error;
      }
    }
  }

  async #writeOut(trx: Trx, ended: readonly string[]): Promise<void> {
    const found = await trx.selectFrom('change_intents').selectAll().execute();
    if (found.length > 0) {
      const own = found.map(({ n }) => n);
      const gone = await trx.deleteFrom('change_intents').where('n', 'in', own).executeTakeFirst();
      if (Number(gone.numDeletedRows) < found.length) throw new TakenByOthers('another process was faster');
    }
    // Written by `add`.
    const stored = found.map(({ body }) => JSON.parse(body) as StoredLine);
    // A line may be there twice if waiting for the first write failed.
    const lines = [...new Map(stored.map((line) => [line.set.id, line])).values()];
    const done = new Set([...ended, ...stored.flatMap((line) => line.ended)]);
    // Lines of earlier versions lack `seen`.
    const sets = lines.map(({ set: { seen = null, ...set } }) => ({
      ...set,
      state: done.has(set.id) ? 'done' : set.state,
      seen,
    }));
    await this.#inserts.all(trx, 'change_sets', sets);
    await this.#inserts.all(
      trx,
      'change_rows',
      lines.flatMap(({ rows }) =>
        rows.map((row) => ({ ...row, row_mark: rowMark(row.entity, row.row_key) })),
      ),
    );
    const written = new Set(sets.map(({ id }) => id));
    const older = [...done].filter((id) => !written.has(id));
    if (older.length > 0) {
      await trx.updateTable('change_sets').set({ state: 'done' }).where('id', 'in', older).execute();
    }
    this.#areWaiting = false;
    this.#next = randomInt(maxStartNumber);
  }

  async #hasSome(): Promise<boolean> {
    const line = await this.#store.read((db) =>
      db.selectFrom('change_intents').select('n').limit(1).executeTakeFirst(),
    );
    return line !== undefined;
  }
}

class TakenByOthers extends Error {}

/** The tables with rows to insert. */
interface Written {
  readonly change_sets: ChangeSetTable;
  readonly change_rows: ChangeRowTable;
  readonly change_pages: ChangePageTable;
  readonly change_keys: ChangeKeyTable;
}

/** Cached statements: compiling an INSERT takes longer than running it. */
export class Inserts {
  readonly #known = new Map<string, CompiledQuery>();

  async all<Name extends keyof Written>(
    trx: Trx,
    table: Name,
    rows: readonly Written[Name][],
  ): Promise<void> {
    let from = 0;
    for (const count of batchSizes) {
      for (; from + count <= rows.length; from += count) {
        await this.#insert(trx, table, rows.slice(from, from + count));
      }
    }
  }

  async #insert<Name extends keyof Written>(
    trx: Trx,
    table: Name,
    rows: readonly Written[Name][],
  ): Promise<void> {
    const key = `${table} ${rows.length}`;
    // The rows belong to the table, which the union type cannot express.
    const known =
      this.#known.get(key) ??
      trx
        .insertInto<keyof Written>(table)
        .values(rows as never)
        .compile();
    this.#known.set(key, known);
    const parameters = rows.flatMap((row) => Object.values(row));
    await trx.executeQuery({ ...known, parameters });
  }
}
