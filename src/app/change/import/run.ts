// Applies a file's rows within a transaction, round by round. Rejected rows are reported one by one, and the rows after
// them are judged as if they did not exist.
import type { BadRow, ImportBody, ImportProgress, ImportSummary } from '../../../contract/import.ts';
import { Refused, TransactionOver, type WriteTransaction } from '../../../dialects/writer.ts';
import type { Column, VisibleEntity } from '../../../model/database.ts';
import { type Applied, applyChanges } from '../apply/apply.ts';
import { guardOf } from '../apply/guard.ts';
import { requireTransactions } from '../apply/transactional.ts';
import type { JournalPage } from '../journal/page-text.ts';
import { baseOf } from '../plan/plan.ts';
import type { ChangeContext } from '../refusals/refusals.ts';
import { keyText } from '../rows/image.ts';
import { Rows, severalRows } from '../rows/rows.ts';
import { BulkInserts, type PreparedRound } from './bulk-inserts.ts';
import { ImportCounts, isChanged } from './counts.ts';
import { Prefetcher } from './prefetcher.ts';
import type { OpenFile } from './preview.ts';
import { isReference, RowRefusals } from './row-refusals.ts';
import { bad, changeOf, type FileRow, isBad, RowReader } from './rows.ts';
import { type OpenRow, SelfReferences } from './self-references.ts';

/** Called during the import; may be slow. */
export interface ImportEvents {
  progress(progress: ImportProgress): Promise<void>;
  bad(row: BadRow): Promise<void>;
}

export interface ImportWork {
  readonly file: OpenFile;
  readonly visibleEntity: VisibleEntity;
  readonly body: ImportBody;
  readonly events: ImportEvents;
  readonly signal: AbortSignal;
}

/** Rows to try at once; also a journal page's rows. */
const maxBatch = 1_000;

/** Rows read, and prepared as far as possible before the engine is free. */
interface Round {
  readonly rows: readonly (FileRow | BadRow)[];
  readonly good: readonly FileRow[];
  readonly ready: PreparedRound | null;
}

export class ImportRun {
  readonly #work: ImportWork;
  readonly #context: ChangeContext;
  readonly #refusals: RowRefusals;
  readonly #counts = new ImportCounts();
  /** The bad rows of this round. */
  #badRows: BadRow[] = [];
  /** The results of the good rows. */
  #pages: JournalPage[] = [];
  #columns: readonly Column[] = [];
  /** Null if rows cannot be inserted in bulk. */
  #bulkInserts: BulkInserts | null = null;
  /** Null if no row of the file can refer to a later one. */
  #references: SelfReferences | null = null;
  /** All rows exist, and open references are being set. */
  #isClosing = false;
  /** How many rows to try at once, adjusted to recent success. */
  #batchSize = maxBatch;

  constructor(work: ImportWork, context: ChangeContext) {
    this.#work = work;
    this.#context = context;
    this.#refusals = new RowRefusals(context, work.visibleEntity, work.body);
  }

  /** The applied rows, round by round; rounds without changes yield nothing. */
  async *pages(transaction: WriteTransaction): AsyncGenerator<JournalPage, ImportSummary> {
    const { file, visibleEntity, body, events, signal } = this.#work;
    const { sql } = this.#context.snapshot.dialect;
    const about = { entity: baseOf(visibleEntity), pointer: { change: '/entity' } };
    await requireTransactions(sql, transaction, [about]);
    const reader = new RowReader(sql, file, visibleEntity, body);
    const rounds = new Prefetcher(this.#rounds(reader, transaction));
    let applying: Promise<void> = Promise.resolve();
    try {
      for (let round = await rounds.next(); round !== null; round = await rounds.next()) {
        signal.throwIfAborted();
        this.#badRows = round.rows.filter(isBad);
        const before = this.#takePages();
        const atWork = Promise.withResolvers<void>();
        applying = this.#applyRound(transaction, round, () => {
          rounds.prefetch();
          atWork.resolve();
        });
        await Promise.race([atWork.promise, applying]);
        // The caller writes them to the journal while the engine works.
        yield* before;
        await applying;
        await this.#reportBadRows();
        this.#counts.read(round.rows.length);
        await events.progress({ rows: this.#counts.summary.rows });
      }
    } finally {
      await applying.catch(() => {});
      await rounds.end();
    }
    yield* this.#takePages();
    yield* this.#closeReferences(transaction);
    await this.#atTheEnd(transaction);
    return this.#counts.summary;
  }

  async *#rounds(reader: RowReader, transaction: WriteTransaction): AsyncGenerator<Round> {
    const { visibleEntity, body } = this.#work;
    const { sql } = this.#context.snapshot.dialect;
    for await (const rows of reader.rounds()) {
      if (this.#columns !== reader.columns) {
        this.#columns = reader.columns;
        const guard = guardOf(this.#context, transaction);
        this.#bulkInserts =
          body.mode === 'insert'
            ? await BulkInserts.open(sql, transaction, visibleEntity, reader.columns, guard)
            : null;
        // A policy may allow a user to add values that they may not change.
        this.#references =
          guard === null && body.mode !== 'update'
            ? SelfReferences.in(baseOf(visibleEntity), reader.columns)
            : null;
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
      const some = good.slice(from, from + this.#batchSize);
      const rows = this.#opened(some);
      // Meanwhile it may have turned out that references must be left open.
      const isAsRead = rows === some || rows.every((row, i) => row === some[i]);
      const ownReady = isAsRead && rows.length === good.length ? ready : this.#ready(rows);
      from += await this.#apply(transaction, rows, ownReady, meanwhile);
    }
  }

  #opened(rows: readonly FileRow[]): readonly OpenRow[] {
    return this.#isClosing ? rows : (this.#references?.withOpenReferences(rows) ?? rows);
  }

  #ready(rows: readonly FileRow[]): PreparedRound | null {
    return this.#isClosing ? null : (this.#bulkInserts?.ready(rows) ?? null);
  }

  /** The number of rows dealt with: all, or those up to a bad one. */
  async #apply(
    transaction: WriteTransaction,
    rows: readonly FileRow[],
    ready: PreparedRound | null,
    meanwhile: () => void,
  ): Promise<number> {
    try {
      const isMade = ready !== null && (await this.#insertInBulk(transaction, ready, meanwhile));
      if (!isMade) {
        await this.#applyOneByOne(transaction, rows);
        this.#bulkInserts?.noteFailure();
      }
      this.#batchSize = Math.min(maxBatch, this.#batchSize * 2);
      return rows.length;
    } catch (error) {
      if (error instanceof TransactionOver) throw await this.#refusals.endingProblem(error.failure, rows);
      const { at, row } = await this.#refusals.identifyRow(transaction, error, rows, this.#isClosing);
      const isLeft = isReference(error) && rows[at] !== undefined && this.#references?.leaveOpen(rows[at]);
      if (at > 0) {
        this.#batchSize = at;
        const before = rows.slice(0, at);
        return this.#apply(transaction, before, this.#ready(before), meanwhile);
      }
      if (isLeft === true) return 0;
      if (row !== null) {
        this.#badRows.push(row);
        // It was counted before its reference failed.
        if (this.#isClosing) this.#counts.takeBack(rows[at]?.number ?? 0);
      }
      this.#batchSize = Math.max(1, Math.floor(rows.length / 4));
      return 1;
    }
  }

  /** False if nothing was inserted: a row is bad, or they do not fit into bulk statements. */
  async #insertInBulk(
    transaction: WriteTransaction,
    ready: PreparedRound,
    meanwhile: () => void,
  ): Promise<boolean> {
    const made = (await this.#bulkInserts?.insertAll(transaction, ready, meanwhile)) ?? null;
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
    const { visibleEntity, body } = this.#work;
    const { dialect, fullDatabase } = this.#context.snapshot;
    const entity = baseOf(visibleEntity);
    const guard = guardOf(this.#context, transaction);
    const there = new Set<string>();
    if (body.mode === 'both' && !this.#isClosing) {
      const keys = rows.flatMap(({ key }) => (key === null ? [] : [key]));
      const found = await new Rows(dialect.sql, transaction).find(entity, keys);
      for (const [i, one] of found.entries()) {
        // A hidden row counts as missing: a user who may not insert rows must not learn that the key is taken.
        const isHidden =
          one !== null &&
          one !== severalRows &&
          guard !== null &&
          (await guard.seen({ visibleEntity }, one)) === null;
        if (one === null || isHidden) continue;
        there.add(keyText(keys[i] ?? []));
      }
    }
    const changes = rows.map((row, i) => {
      const text = row.key === null ? null : keyText(row.key);
      const isThere = text !== null && (body.mode === 'update' || this.#isClosing || there.has(text));
      // If the file repeats a key, its row exists by then.
      if (text !== null) there.add(text);
      const isKept = isThere && row.complete !== undefined && this.#references !== null;
      const own = isKept ? { ...row, texts: this.#references?.otherValues(row.texts) ?? row.texts } : row;
      return changeOf(visibleEntity, this.#columns, own, isThere, i);
    });
    const options = { database: fullDatabase, guard };
    return (await applyChanges(dialect.sql, transaction, changes, options)).applied;
  }

  /** In the order of the file. */
  async #reportBadRows(): Promise<void> {
    const found = this.#badRows.toSorted((a, b) => (a.row ?? 0) - (b.row ?? 0));
    this.#counts.refused(found.length);
    this.#badRows = [];
    for (const row of found) await this.#work.events.bad(row);
  }

  /** Sets the references left open. */
  async *#closeReferences(transaction: WriteTransaction): AsyncGenerator<JournalPage> {
    const { file, visibleEntity, body, events, signal } = this.#work;
    const references = this.#references;
    if (references === null || !references.hasOpen) return;
    this.#isClosing = true;
    const reader = new RowReader(this.#context.snapshot.dialect.sql, file, visibleEntity, {
      ...body,
      mode: 'update',
    });
    for await (const rows of reader.rounds()) {
      signal.throwIfAborted();
      const open = rows.filter(
        (row): row is FileRow => !isBad(row) && references.isOpen(row.number, row.texts),
      );
      const good = open.map((row) => ({ ...row, texts: references.openValues(row.texts) }));
      await this.#applyRound(transaction, { rows, good, ready: null }, () => {});
      await this.#reportBadRows();
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
      const isNamed = error.constraint !== null && !this.#context.snapshot.isLimited;
      const rule = isNamed ? ` (${error.constraint})` : '';
      this.#badRows.push(bad(null, null, `A rule that is checked at the end does not hold${rule}.`));
      await this.#reportBadRows();
    }
  }
}
