// The lines of the journal: what is about to be committed is one short text that waits for the disk, and is written out as a
// set with its rows later, many of them at a time. A set touches seven pages of a file, a line touches one.
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

/** What a line says. */
export interface IntentLine {
  readonly set: ChangeSetTable;
  readonly rows: readonly Omit<ChangeRowTable, 'row_mark'>[];
}

interface StoredLine extends IntentLine {
  /** Sets that had been committed by then: whatever becomes of their rows, the line tells it. */
  readonly ended: readonly string[];
}

type Trx = Transaction<StoreTables>;

/** Rows of one INSERT: each number has words of its own. */
const rowsTogether = [64, 8, 1];
/** Where the numbers of lines begin is drawn from here: several processes may share a store. */
const numbers = 2 ** 48 - 1;

export class IntentLines {
  readonly #store: Store;
  readonly #inserts = new Inserts();
  /** Lines of this process may still stand there. */
  #areWaiting = false;
  /** Numbers in a row keep lines together: at a number of its own each line would touch pages that no other one touches. */
  #next = randomInt(numbers);

  constructor(store: Store) {
    this.#store = store;
  }

  /** On the disk when this is done. `ended` are sets that were committed before. */
  async add(lines: readonly IntentLine[], ended: readonly string[], isAlone: boolean): Promise<void> {
    this.#areWaiting = true;
    const rows = lines.map((line, i): ChangeIntentTable => {
      const stored: StoredLine = { ...line, ended: i === 0 ? ended : [] };
      return { n: this.#next++, body: JSON.stringify(stored) };
    });
    await this.#store.addLines(rows, isAlone);
  }

  /** Before something is read: each line is a set by then, whoever has written it. */
  async settled(): Promise<void> {
    if (!this.#areWaiting && !(await this.#hasSome())) return;
    await this.writeOut([]);
  }

  /** Writes all lines out; `ended` are committed sets. */
  async writeOut(ended: readonly string[]): Promise<void> {
    for (;;) {
      try {
        return await this.#store.write((trx) => this.#writeOut(trx, ended));
      } catch (error) {
        // What another process has written out is not there any more.
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
    // What was written and could not be waited for was written once more.
    const lines = [...new Map(stored.map((line) => [line.set.id, line])).values()];
    const done = new Set([...ended, ...stored.flatMap((line) => line.ended)]);
    // A line may be from a version that did not know what is seen.
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
    this.#next = randomInt(numbers);
  }

  async #hasSome(): Promise<boolean> {
    const line = await this.#store.read((db) =>
      db.selectFrom('change_intents').select('n').limit(1).executeTakeFirst(),
    );
    return line !== undefined;
  }
}

class TakenByOthers extends Error {}

/** What is written down in rows of their own. */
interface Written {
  readonly change_sets: ChangeSetTable;
  readonly change_rows: ChangeRowTable;
  readonly change_pages: ChangePageTable;
  readonly change_keys: ChangeKeyTable;
}

/** Statements that are worded once: the words take longer than to write what they say. */
export class Inserts {
  readonly #known = new Map<string, CompiledQuery>();

  async all<Name extends keyof Written>(
    trx: Trx,
    table: Name,
    rows: readonly Written[Name][],
  ): Promise<void> {
    let from = 0;
    for (const count of rowsTogether) {
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
    // The rows are those of the table, which the types of a union cannot say.
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
