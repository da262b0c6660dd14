// Sends similar changes to the engine in batches, and attributes refusals to changes.
import { Refused, type WriteStep, type WriteTransaction } from '../../../dialects/writer.ts';
import type { Column, Entity } from '../../../model/database.ts';
import type { TableChanges } from '../../../query/compile/change.ts';
import { type RowTemplate, valuesOf } from '../../../query/compile/row-template.ts';
import type { SqlDialect } from '../../../query/dialect/sql.ts';
import type { BoundSql } from '../../../query/dialect/statement.ts';
import { refusedValue } from '../plan/plan.ts';
import { notApplied, RefusedChange } from '../refusals/refused-change.ts';
import { imageOfRecord, shownIn } from '../rows/image.ts';
import { type Found, type KeyTexts, keysPerStatement, keyTexts, type Rows } from '../rows/rows.ts';
import { ambiguous } from './conflicts.ts';
import { type Going, ownReferences } from './own-references.ts';
import type { Resolved } from './resolved.ts';

/** Changes of one kind and table that set the same columns. Never empty. */
export type Batch = readonly [Resolved, ...Resolved[]];

/** A statement that shows a changed record, sent along with the change. */
export interface FollowUpRead {
  readonly statement: BoundSql;
  /** Whether its values are the texts of the row's image. */
  readonly showsRow: boolean;
}

/** Changed rows by their new keys. */
export interface Updated {
  readonly keys: readonly KeyTexts[];
  readonly found: readonly Found[];
  /** The first value that the statement sent along returned. */
  readonly followUp: string | null;
}

export class Batches {
  readonly #dialect: SqlDialect;
  readonly #transaction: WriteTransaction;
  readonly #rows: Rows;

  constructor(dialect: SqlDialect, transaction: WriteTransaction, rows: Rows) {
    this.#dialect = dialect;
    this.#transaction = transaction;
    this.#rows = rows;
  }

  /** Writes and reads back: for a few rows in a single round trip, together with `followUp`. */
  async update(batch: Batch, followUp: FollowUpRead | null): Promise<Updated> {
    const [first] = batch;
    const { entity } = first.change;
    const keys = batch.map(({ row, given }) =>
      entity.key.map(
        (column) => given.get(column)?.text ?? (row === null ? 'null' : (shownIn(row, column) ?? 'null')),
      ),
    );
    const template =
      first.assignments.length > 0
        ? this.#rows.statements(entity).update(first.assignments, first.terms)
        : null;
    if (keys.length > keysPerStatement && followUp === null) {
      if (template !== null) await this.#run(template, batch);
      return { keys, found: await this.#rows.find(entity, keys), followUp };
    }
    // If nothing is kept besides the shown values, the record's own statement replaces reading the row.
    const isShown = followUp?.showsRow === true && this.#rows.statements(entity).keptColumns.length === 0;
    const reads = isShown ? [] : this.#rows.reads(entity, keys);
    const asked = [...reads.map(({ statement }) => statement), followUp?.statement].flatMap(
      (one) => one ?? [],
    );
    const steps: WriteStep[] = asked.map(({ sql, parameters }) => ({ sql, lists: [parameters] }));
    if (template !== null) steps.unshift({ sql: template.sql, lists: listsOf(template, batch) });
    const done = [...(await this.#named(batch, () => this.#transaction.runBatch(steps)))];
    if (template !== null) checkCounts(done.shift()?.counts ?? [], batch);
    const found: Found[] = [];
    for (const read of reads) {
      const rows = read.statement === null ? [] : (done.shift()?.rows ?? []);
      found.push(...(await this.#rows.found(entity, read, rows)));
    }
    const shown = followUp === null ? null : (done.shift()?.rows[0]?.[0] ?? null);
    if (!isShown) return { keys, found, followUp: shown };
    const image = shown === null ? null : imageOfRecord(entity, shown);
    return { keys, found: image === null ? await this.#rows.find(entity, keys) : [image], followUp: shown };
  }

  /** Returns the keys of the new rows. */
  async insert(batch: Batch): Promise<readonly KeyTexts[]> {
    const [first] = batch;
    const { entity, set } = first.change;
    const statements = this.#rows.statements(entity);
    const drawn = entity.key.filter((column) => !set.has(column) && !this.#isNullThen(entity, column));
    if (drawn.length === 0) {
      await this.#insertTogether(statements, batch, first);
      return batch.map(({ given }) => entity.key.map((column) => given.get(column)?.text ?? 'null'));
    }
    const template = statements.insert(first.assignments, drawn);
    const keys: KeyTexts[] = [];
    for (const one of batch) {
      const drawnKey = await this.#drawKey(one, template, drawn);
      keys.push(entity.key.map((column) => drawnKey.get(column) ?? one.given.get(column)?.text ?? 'null'));
    }
    return keys;
  }

  /** Returns the changes whose row no longer existed. `along`: the rows that are deleted as a consequence. */
  async delete(batch: Batch, along: readonly Going[]): Promise<readonly Resolved[]> {
    const [{ change, terms }] = batch;
    if (this.#dialect.changing.holdsOwnReferences === true) await this.#removeOwnReferences(batch, along);
    const template = this.#rows.statements(change.entity).delete(terms);
    const lists = listsOf(template, batch);
    const counts = await this.#named(batch, () => this.#transaction.run(template.sql, lists));
    const several = batch.find((_, i) => (counts[i] ?? 0) > 1);
    if (several !== undefined) throw ambiguous(several.change);
    const left = batch.filter((_, i) => counts[i] === 0);
    const keys = left.map(({ change: { entity }, row }) => (row === null ? [] : keyTexts(entity, row)));
    const found = left.length === 0 ? [] : await this.#rows.find(change.entity, keys);
    const kept = left.find((_, i) => found[i] !== null);
    if (kept !== undefined) throw notApplied(kept.change);
    return left;
  }

  async #removeOwnReferences(batch: Batch, along: readonly Going[]): Promise<void> {
    const [first] = batch;
    const named = batch.flatMap((by) =>
      by.row === null ? [] : [{ entity: by.change.entity, image: by.row, by }],
    );
    const steps = new Map<string, { readonly by: Resolved[]; readonly lists: (readonly unknown[])[] }>();
    for (const { row, column } of ownReferences(
      named,
      along.map((row) => ({ ...row, by: first })),
    )) {
      const { entity, image, by } = row;
      const terms = this.#rows.terms(entity, keyTexts(entity, image));
      if (terms === null) continue;
      const template = this.#rows.statements(entity).update([{ column, bound: null }], terms);
      const step = steps.get(template.sql) ?? { by: [], lists: [] };
      steps.set(template.sql, step);
      step.by.push(by);
      step.lists.push(template.parameters(valuesOf(terms)));
    }
    for (const [sql, { by, lists }] of steps) {
      await this.#named(by, () => this.#transaction.run(sql, lists));
    }
  }

  /**
   * Inserts many rows per statement where the engine supports it; refused ones are found by inserting one at a time.
   */
  async #insertTogether(
    statements: TableChanges,
    batch: readonly Resolved[],
    first: Resolved,
  ): Promise<void> {
    const single = statements.insert(first.assignments, []);
    const most = this.#dialect.changing.rowsPerInsert ?? 1;
    if (most === 1 || first.assignments.length === 0) return this.#run(single, batch);
    const templates = new Map<number, RowTemplate>();
    for (let from = 0; from < batch.length; from += most) {
      const group = batch.slice(from, from + most);
      const { length } = group;
      if (length === 1) {
        await this.#run(single, group);
        continue;
      }
      const template = templates.get(length) ?? statements.insertMany(first.assignments, length);
      templates.set(length, template);
      const values = group.flatMap(({ assignments }) => valuesOf(assignments));
      try {
        const [made] = await this.#transaction.run(template.sql, [template.parameters(values)]);
        if (made !== length) throw notApplied(first.change);
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        await this.#run(single, group);
      }
    }
  }

  /**
   * In a table without a key, whose new rows the engine cannot show, an omitted column is known to be null unless it
   * has a default.
   */
  #isNullThen(entity: Entity, column: Column): boolean {
    const isShown = this.#rows.statements(entity).generatedNumber === null;
    return !isShown && entity.keyKind === 'all' && column.default === null && !column.generated;
  }

  /** Inserts one row whose key, or a part of it, the engine generates. */
  async #drawKey(
    one: Resolved,
    template: RowTemplate,
    drawn: readonly Column[],
  ): Promise<ReadonlyMap<Column, string>> {
    const { entity } = one.change;
    const asked = this.#rows.statements(entity).generatedNumber;
    const parameters = template.parameters(valuesOf(one.assignments));
    if (asked === null) {
      const [row = []] = await this.#tried(one, () =>
        this.#transaction.rows({ sql: template.sql, parameters }),
      );
      return new Map(drawn.map((column, i) => [column, row[i] ?? 'null']));
    }
    await this.#tried(one, () => this.#transaction.run(template.sql, [parameters]));
    const [[number = null] = []] = await this.#transaction.rows(asked);
    const [column, ...more] = drawn;
    if (column === undefined || more.length > 0 || number === null || number === '0') {
      const names = drawn.map(({ name }) => name).join(', ');
      throw refusedValue(`The key of the new row cannot be told: give ${names} too.`, one.change.pointer.set);
    }
    return new Map([[column, number]]);
  }

  async #run(template: RowTemplate, batch: readonly Resolved[]): Promise<void> {
    const lists = listsOf(template, batch);
    checkCounts(await this.#named(batch, () => this.#transaction.run(template.sql, lists)), batch);
  }

  /** Attributes a refusal to its change. */
  async #named<T>(batch: readonly Resolved[], work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const at = error instanceof Refused ? batch[error.at] : undefined;
      throw error instanceof Refused && at !== undefined ? new RefusedChange(error, at.change, at) : error;
    }
  }

  async #tried<T>(one: Resolved, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw error instanceof Refused ? new RefusedChange(error, one.change, one) : error;
    }
  }
}

function listsOf(template: RowTemplate, batch: readonly Resolved[]): (readonly unknown[])[] {
  return batch.map((one) => listOf(template, one));
}

/** The parameters of one change. */
export function listOf(template: RowTemplate, { assignments, terms }: Resolved): readonly unknown[] {
  return template.parameters([...valuesOf(assignments), ...valuesOf(terms)]);
}

/** Checks that each change affected exactly one row. */
function checkCounts(counts: readonly number[], batch: readonly Resolved[]): void {
  const odd = counts.findIndex((count) => count !== 1);
  const change = batch[odd]?.change;
  if (change !== undefined) throw counts[odd] === 0 ? notApplied(change) : ambiguous(change);
}
