// Applies the rows of a file within a transaction, round by round: what the table does not take is told row by row, and
// the rows after it are judged as if it were not there.
import type { BadRow, ImportBody, ImportProgress, ImportSummary } from '../../../contract/import.ts';
import { Problem, type ProblemName } from '../../../contract/problem.ts';
import { Refused, type WriteTransaction } from '../../../dialects/writer.ts';
import type { Column, SeenEntity } from '../../../model/database.ts';
import { type Applied, applyChanges } from '../apply.ts';
import { Cascades } from '../cascades.ts';
import { guardOf } from '../guard.ts';
import { keyText } from '../image.ts';
import { NewRows } from '../new-rows.ts';
import type { JournalPage } from '../page-text.ts';
import { baseOf } from '../plan.ts';
import { type Asked, refusalProblem } from '../refusals.ts';
import { RefusedChange } from '../refused-change.ts';
import { Rows } from '../rows.ts';
import type { OpenFile } from './look.ts';
import { bad, changeOf, type FileRow, isBad, RowReader } from './rows.ts';

/** Told while it happens; whoever is told may take time. */
export interface ImportEvents {
  progress(progress: ImportProgress): Promise<void>;
  bad(row: BadRow): Promise<void>;
}

export interface ImportWork {
  readonly file: OpenFile;
  readonly seen: SeenEntity;
  readonly body: ImportBody;
  readonly events: ImportEvents;
  readonly signal: AbortSignal;
}

/** What is wrong with a row; every other problem ends the import. */
const aboutRows: ReadonlySet<ProblemName> = new Set<ProblemName>([
  'refused-value',
  'refused-by-database',
  'key-taken',
  'conflicting-change',
  'ambiguous-key',
  'forbidden',
]);

/** Rows that are tried at once; those of a page of the journal. */
const mostTogether = 1_000;

export class ImportRun {
  readonly #work: ImportWork;
  readonly #asked: Asked;
  readonly #counts = { rows: 0, inserted: 0, updated: 0, unchanged: 0, bad: 0 };
  /** The bad rows of this round. */
  #found: BadRow[] = [];
  /** What became of the good ones. */
  #pages: JournalPage[] = [];
  #columns: readonly Column[] = [];
  /** Null where rows cannot be made together. */
  #newRows: NewRows | null = null;
  /** As many rows are tried together as went well lately. */
  #together = mostTogether;

  constructor(work: ImportWork, asked: Asked) {
    this.#work = work;
    this.#asked = asked;
  }

  /** What became of the rows, round by round; rounds without a change give nothing. */
  async *pages(transaction: WriteTransaction): AsyncGenerator<JournalPage, ImportSummary> {
    const { file, seen, body, events, signal } = this.#work;
    const { sql } = this.#asked.snapshot.dialect;
    const reader = new RowReader(sql, file, seen, body);
    for await (const round of ahead(reader.rounds())) {
      signal.throwIfAborted();
      if (this.#columns !== reader.columns) {
        this.#columns = reader.columns;
        const isPlain = body.mode === 'insert' && guardOf(this.#asked, transaction) === null;
        this.#newRows = isPlain ? await NewRows.open(sql, transaction, baseOf(seen), reader.columns) : null;
      }
      const good = round.filter((row): row is FileRow => !isBad(row));
      this.#found = round.filter(isBad);
      for (let from = 0; from < good.length; ) {
        from += await this.#apply(transaction, good.slice(from, from + this.#together));
      }
      await this.#tellFound();
      this.#counts.rows += round.length;
      await events.progress({ rows: this.#counts.rows });
      const pages = this.#pages;
      this.#pages = [];
      yield* pages;
    }
    await this.#atTheEnd(transaction);
    return { ...this.#counts };
  }

  /** How many of the rows are dealt with: all of them, or those up to a bad one. */
  async #apply(transaction: WriteTransaction, rows: readonly FileRow[]): Promise<number> {
    const isTriedTogether = this.#newRows !== null;
    if (await this.#makeTogether(rows)) {
      this.#together = Math.min(mostTogether, this.#together * 2);
      return rows.length;
    }
    try {
      const done = await transaction.attempt(() => this.#write(transaction, rows));
      // Nothing is wrong with the rows, so others would not go together either.
      if (isTriedTogether) this.#newRows = null;
      const page: Applied[] = [];
      for (const one of done) this.#count(one, page);
      this.#pages.push(page);
      this.#together = Math.min(mostTogether, this.#together * 2);
      return rows.length;
    } catch (error) {
      const { at, row } = await this.#told(error, rows);
      if (at > 0) {
        this.#together = at;
        return this.#apply(transaction, rows.slice(0, at));
      }
      this.#found.push(row);
      this.#together = Math.max(1, Math.floor(rows.length / 4));
      return 1;
    }
  }

  /** False where nothing was made: one of the rows is bad, or they do not go together. */
  async #makeTogether(rows: readonly FileRow[]): Promise<boolean> {
    const made = (await this.#newRows?.make(rows.map(({ texts }) => texts))) ?? null;
    if (made === null) return false;
    this.#counts.inserted += rows.length;
    this.#pages.push(made);
    return true;
  }

  async #write(transaction: WriteTransaction, rows: readonly FileRow[]): Promise<Applied[]> {
    const { seen, body } = this.#work;
    const { dialect, whole } = this.#asked.snapshot;
    const entity = baseOf(seen);
    const there = new Set<string>();
    if (body.mode === 'both') {
      const keys = rows.flatMap(({ key }) => (key === null ? [] : [key]));
      const found = await new Rows(dialect.sql, transaction).find(entity, keys);
      for (const [i, one] of found.entries()) if (one !== null) there.add(keyText(keys[i] ?? []));
    }
    const changes = rows.map((row, i) => {
      const text = row.key === null ? null : keyText(row.key);
      const isThere = text !== null && (body.mode === 'update' || there.has(text));
      // A key that comes again in the file is there by then.
      if (text !== null) there.add(text);
      return changeOf(seen, this.#columns, row, isThere, i);
    });
    return applyChanges(
      dialect.sql,
      transaction,
      changes,
      new Cascades(whole),
      guardOf(this.#asked, transaction),
    );
  }

  #count(one: Applied, applied: Applied[]): void {
    if (one.isCascade || one.op === 'delete') applied.push(one);
    else if (one.op === 'insert') {
      this.#counts.inserted++;
      applied.push(one);
    } else if (isChanged(one)) {
      this.#counts.updated++;
      applied.push(one);
    } else this.#counts.unchanged++;
  }

  /** In the order of the file. */
  async #tellFound(): Promise<void> {
    const found = this.#found.toSorted((a, b) => (a.row ?? 0) - (b.row ?? 0));
    this.#counts.bad += found.length;
    this.#found = [];
    for (const row of found) await this.#work.events.bad(row);
  }

  /** Which of the rows a failure is about, and what is wrong with it; throws what is about none. */
  async #told(error: unknown, rows: readonly FileRow[]): Promise<{ at: number; row: BadRow }> {
    const problem = error instanceof RefusedChange ? await refusalProblem(error, this.#asked) : error;
    if (!(problem instanceof Problem) || !aboutRows.has(problem.kind)) throw error;
    const { pointer, conflicts } = problem.extras;
    const [, place, name] = pointer?.split('/') ?? [];
    const at = conflicts?.[0]?.change ?? Number(place);
    const row = rows[at];
    if (row === undefined) throw error;
    const column = name?.replaceAll('~1', '/').replaceAll('~0', '~') ?? null;
    const reason = conflicts === undefined ? problem.message : `There is no row with this key.`;
    return { at, row: bad(row.number, column, reason) };
  }

  /** What an engine checks at the end it tells of no row in particular. */
  async #atTheEnd(transaction: WriteTransaction): Promise<void> {
    try {
      await transaction.attempt(() => transaction.checkDeferred());
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const rule = error.constraint === null ? '' : ` (${error.constraint})`;
      this.#found.push(bad(null, null, `A rule that is checked at the end does not hold${rule}.`));
      await this.#tellFound();
    }
  }
}

function isChanged({ before, after }: Applied): boolean {
  if (before === null || after === null) return true;
  return [...after].some(([name, { shown, kept }]) => {
    const was = before.get(name);
    return was?.shown !== shown || was.kept !== kept;
  });
}

/** Reads on while whoever takes the items is still at work with the last one. */
async function* ahead<T>(items: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = items.next();
  try {
    for (;;) {
      const { done, value } = await next;
      if (done === true) return;
      next = items.next();
      // Whoever waits for it is told of a failure; until then nobody is surprised.
      next.catch(() => {});
      yield value;
    }
  } finally {
    await next.catch(() => {});
    await items.return(undefined);
  }
}
