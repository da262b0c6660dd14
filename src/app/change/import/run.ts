// Applies a file's rows within a transaction, round by round. Rejected rows are reported one by one, and the rows after
// them are judged as if they did not exist.
import type { BadRow, ImportBody, ImportProgress, ImportSummary } from '../../../contract/import.ts';
import { Refused, TransactionOver, type WriteTransaction } from '../../../dialects/writer.ts';
import type { Column, SeenEntity } from '../../../model/database.ts';
import { type Applied, applyChanges } from '../apply/apply.ts';
import { guardOf } from '../apply/guard.ts';
import type { JournalPage } from '../journal/page-text.ts';
import { baseOf } from '../plan/plan.ts';
import type { Asked } from '../refusals/refusals.ts';
import { keyText } from '../rows/image.ts';
import { Rows, several } from '../rows/rows.ts';
import { Ahead } from './ahead.ts';
import { ImportCounts, isChanged } from './counts.ts';
import type { OpenFile } from './look.ts';
import { type OpenRow, OwnReferences } from './own-references.ts';
import { isReference, RowRefusals } from './row-refusals.ts';
import { bad, changeOf, type FileRow, isBad, RowReader } from './rows.ts';
import { type ReadyRound, Together } from './together.ts';

/** Called during the import; may be slow. */
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

/** Rows to try at once; also a journal page's rows. */
const mostAtOnce = 1_000;

/** Rows read, and prepared as far as possible before the engine is free. */
interface Round {
  readonly rows: readonly (FileRow | BadRow)[];
  readonly good: readonly FileRow[];
  readonly ready: ReadyRound | null;
}

export class ImportRun {
  readonly #work: ImportWork;
  readonly #asked: Asked;
  readonly #refusals: RowRefusals;
  readonly #counts = new ImportCounts();
  /** The bad rows of this round. */
  #found: BadRow[] = [];
  /** The results of the good rows. */
  #pages: JournalPage[] = [];
  #columns: readonly Column[] = [];
  /** Null if rows cannot be inserted in bulk. */
  #together: Together | null = null;
  /** Null if no row of the file can refer to a later one. */
  #references: OwnReferences | null = null;
  /** All rows exist, and open references are being set. */
  #isClosing = false;
  /** How many rows to try at once, adjusted to recent success. */
  #atOnce = mostAtOnce;

  constructor(work: ImportWork, asked: Asked) {
    this.#work = work;
    this.#asked = asked;
    this.#refusals = new RowRefusals(asked, work.seen, work.body);
  }

  /** The applied rows, round by round; rounds without changes yield nothing. */
  async *pages(transaction: WriteTransaction): AsyncGenerator<JournalPage, ImportSummary> {
    const { file, seen, body, events, signal } = this.#work;
    const { sql } = this.#asked.snapshot.dialect;
    const reader = new RowReader(sql, file, seen, body);
    const rounds = new Ahead(this.#rounds(reader, transaction));
    let applying: Promise<void> = Promise.resolve();
    try {
      for (let round = await rounds.next(); round !== null; round = await rounds.next()) {
        signal.throwIfAborted();
        this.#found = round.rows.filter(isBad);
        const before = this.#takePages();
        const atWork = Promise.withResolvers<void>();
        applying = this.#applyRound(transaction, round, () => {
          rounds.readOn();
          atWork.resolve();
        });
        await Promise.race([atWork.promise, applying]);
        // The caller writes them to the journal while the engine works.
        yield* before;
        await applying;
        await this.#tellFound();
        this.#counts.read(round.rows.length);
        await events.progress({ rows: this.#counts.summary.rows });
      }
    } finally {
      await applying.catch(() => {});
      await rounds.end();
    }
    yield* this.#takePages();
    yield* this.#closed(transaction);
    await this.#atTheEnd(transaction);
    return this.#counts.summary;
  }

  async *#rounds(reader: RowReader, transaction: WriteTransaction): AsyncGenerator<Round> {
    const { seen, body } = this.#work;
    const { sql } = this.#asked.snapshot.dialect;
    for await (const rows of reader.rounds()) {
      if (this.#columns !== reader.columns) {
        this.#columns = reader.columns;
        const guard = guardOf(this.#asked, transaction);
        this.#together =
          body.mode === 'insert' ? await Together.open(sql, transaction, seen, reader.columns, guard) : null;
        // A policy may allow a user to add values that they may not change.
        this.#references =
          guard === null && body.mode !== 'update' ? OwnReferences.in(baseOf(seen), reader.columns) : null;
      }
      const good = this.#opened(rows.filter((row): row is FileRow => !isBad(row)));
      yield { rows, good, ready: this.#ready(good) };
    }
  }

  async #applyRound(
    transaction: WriteTransaction,
    { good, ready }: Round,
    meanwhile: () => void,
  ): Promise<void> {
    for (let from = 0; from < good.length; ) {
      const some = good.slice(from, from + this.#atOnce);
      const rows = this.#opened(some);
      // Meanwhile it may have turned out that references must be left open.
      const isAsRead = rows === some || rows.every((row, i) => row === some[i]);
      const ownReady = isAsRead && rows.length === good.length ? ready : this.#ready(rows);
      from += await this.#apply(transaction, rows, ownReady, meanwhile);
    }
  }

  #opened(rows: readonly FileRow[]): readonly OpenRow[] {
    return this.#isClosing ? rows : (this.#references?.opened(rows) ?? rows);
  }

  #ready(rows: readonly FileRow[]): ReadyRound | null {
    return this.#isClosing ? null : (this.#together?.ready(rows) ?? null);
  }

  /** The number of rows dealt with: all, or those up to a bad one. */
  async #apply(
    transaction: WriteTransaction,
    rows: readonly FileRow[],
    ready: ReadyRound | null,
    meanwhile: () => void,
  ): Promise<number> {
    try {
      const isMade = ready !== null && (await this.#makeTogether(transaction, ready, meanwhile));
      if (!isMade) {
        await this.#applyOneByOne(transaction, rows);
        this.#together?.wasInVain();
      }
      this.#atOnce = Math.min(mostAtOnce, this.#atOnce * 2);
      return rows.length;
    } catch (error) {
      if (error instanceof TransactionOver) throw await this.#refusals.ending(error.failure, rows);
      const { at, row } = await this.#refusals.told(transaction, error, rows, this.#isClosing);
      const isLeft = isReference(error) && rows[at] !== undefined && this.#references?.leave(rows[at]);
      if (at > 0) {
        this.#atOnce = at;
        const before = rows.slice(0, at);
        return this.#apply(transaction, before, this.#ready(before), meanwhile);
      }
      if (isLeft === true) return 0;
      if (row !== null) {
        this.#found.push(row);
        // It was counted before its reference failed.
        if (this.#isClosing) this.#counts.takeBack(rows[at]?.number ?? 0);
      }
      this.#atOnce = Math.max(1, Math.floor(rows.length / 4));
      return 1;
    }
  }

  /** False if nothing was inserted: a row is bad, or they do not fit into bulk statements. */
  async #makeTogether(
    transaction: WriteTransaction,
    ready: ReadyRound,
    meanwhile: () => void,
  ): Promise<boolean> {
    const made = (await this.#together?.make(transaction, ready, meanwhile)) ?? null;
    if (made === null) return false;
    this.#counts.inserted(ready.rows.length);
    this.#pages.push(made);
    return true;
  }

  async #applyOneByOne(transaction: WriteTransaction, rows: readonly OpenRow[]): Promise<void> {
    const done = await transaction.attempt(() => this.#write(transaction, rows));
    const page: Applied[] = [];
    let at = 0;
    for (const one of done) {
      const row = one.cause === 'named' ? rows[at++] : undefined;
      if (!this.#isClosing) this.#counts.count(one, row, this.#references);
      if (isChanged(one) || (one.cause === 'engine' && !this.#isClosing)) page.push(one);
    }
    this.#pages.push(page);
  }

  async #write(transaction: WriteTransaction, rows: readonly OpenRow[]): Promise<readonly Applied[]> {
    const { seen, body } = this.#work;
    const { dialect, whole } = this.#asked.snapshot;
    const entity = baseOf(seen);
    const guard = guardOf(this.#asked, transaction);
    const there = new Set<string>();
    if (body.mode === 'both' && !this.#isClosing) {
      const keys = rows.flatMap(({ key }) => (key === null ? [] : [key]));
      const found = await new Rows(dialect.sql, transaction).find(entity, keys);
      for (const [i, one] of found.entries()) {
        // A hidden row counts as missing: a user who may not insert rows must not learn that the key is taken.
        const isHidden =
          one !== null && one !== several && guard !== null && (await guard.seen({ seen }, one)) === null;
        if (one === null || isHidden) continue;
        there.add(keyText(keys[i] ?? []));
      }
    }
    const changes = rows.map((row, i) => {
      const text = row.key === null ? null : keyText(row.key);
      const isThere = text !== null && (body.mode === 'update' || this.#isClosing || there.has(text));
      // If the file repeats a key, its row exists by then.
      if (text !== null) there.add(text);
      const isKept = isThere && row.whole !== undefined && this.#references !== null;
      const own = isKept ? { ...row, texts: this.#references?.others(row.texts) ?? row.texts } : row;
      return changeOf(seen, this.#columns, own, isThere, i);
    });
    const options = { database: whole, guard };
    return (await applyChanges(dialect.sql, transaction, changes, options)).applied;
  }

  /** In the order of the file. */
  async #tellFound(): Promise<void> {
    const found = this.#found.toSorted((a, b) => (a.row ?? 0) - (b.row ?? 0));
    this.#counts.refused(found.length);
    this.#found = [];
    for (const row of found) await this.#work.events.bad(row);
  }

  /** Sets the references left open. */
  async *#closed(transaction: WriteTransaction): AsyncGenerator<JournalPage> {
    const { file, seen, body, events, signal } = this.#work;
    const references = this.#references;
    if (references === null || !references.areLeft) return;
    this.#isClosing = true;
    const reader = new RowReader(this.#asked.snapshot.dialect.sql, file, seen, { ...body, mode: 'update' });
    for await (const rows of reader.rounds()) {
      signal.throwIfAborted();
      const open = rows.filter(
        (row): row is FileRow => !isBad(row) && references.isOpen(row.number, row.texts),
      );
      const good = open.map((row) => ({ ...row, texts: references.only(row.texts) }));
      await this.#applyRound(transaction, { rows, good, ready: null }, () => {});
      await this.#tellFound();
      await events.progress({ rows: this.#counts.summary.rows });
      yield* this.#takePages();
    }
  }

  #takePages(): readonly JournalPage[] {
    const pages = this.#pages;
    this.#pages = [];
    return pages;
  }

  /** Checks at the end are not reported for a particular row. */
  async #atTheEnd(transaction: WriteTransaction): Promise<void> {
    try {
      await transaction.attempt(() => transaction.checkDeferred());
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      // The constraint may concern hidden rows.
      const isNamed = error.constraint !== null && !this.#asked.snapshot.isLimited;
      const rule = isNamed ? ` (${error.constraint})` : '';
      this.#found.push(bad(null, null, `A rule that is checked at the end does not hold${rule}.`));
      await this.#tellFound();
    }
  }
}
