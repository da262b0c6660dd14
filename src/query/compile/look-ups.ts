// Reads of an entity by key: a statement that reads one record, and one that reads several at once.
import { type RawBuilder, sql } from 'kysely';
import { type Bindings, noBindings } from '../bind.ts';
import { isEquality } from '../dialect/bound.ts';
import type { SqlDialect } from '../dialect/sql.ts';
import type { KeyedReads, Statement } from '../dialect/statement.ts';
import type { FilterBindings } from '../filter-bindings.ts';
import type { PlanNode } from '../plan/plan.ts';
import type { RecordPlan } from '../plan/record.ts';
import { clause } from './conditions.ts';
import { type Draft, fill, filling, type Template } from './draft.ts';
import type { RowFormat } from './formats.ts';
import { newDraft } from './language.ts';
import { type RowOrder, unordered } from './order.ts';
import { type FormatInParts, inParts } from './parts.ts';
import { compileRows, rowOutput } from './rows.ts';
import { freeColumn, rootTable, table } from './source.ts';
import { columnSql, tableAlias } from './values.ts';

const numberName = sql.id('n');

/** A second row means that the key is ambiguous. */
const atMostTwo = {
  size: 'few',
  written: 2n,
  hasOffset: false,
  after: null,
  withCursors: false,
  totalBy: null,
} as const;

/** The statement that reads one record. */
interface Single {
  readonly template: Template;
  /** Whether it differs from other reads only in the key. */
  readonly isKeyed: boolean;
}

/** Reads by the same key columns. `isUnique`: a unique index finds the row. */
export class LookUps {
  readonly #dialect: SqlDialect;
  readonly #plan: RecordPlan;
  readonly #format: RowFormat;
  readonly #order: RowOrder;
  /** Whether the key is the only condition. */
  readonly #isKeyOnly: boolean;
  /** By the form of the bound values. */
  readonly #single = new Map<string, Single>();
  /** By the number of keys. */
  readonly #several = new Map<number, Template>();
  /** Reads are batched only among users who may see the same rows. */
  readonly #gathered = new WeakMap<FilterBindings, KeyedReads>();

  constructor(dialect: SqlDialect, plan: RecordPlan, format: RowFormat, isUnique: boolean) {
    this.#dialect = dialect;
    this.#plan = plan;
    this.#format = format;
    this.#order = unordered(isUnique);
    const { where } = plan;
    this.#isKeyOnly = where?.kind === 'all' && where.entries.every(({ kind }) => kind === 'key');
  }

  /** The slots to bind for a read. */
  get slots(): RecordPlan['slots'] {
    return this.#plan.slots;
  }

  one(bindings: Bindings, filterBindings: FilterBindings): Statement {
    const { template, isKeyed } =
      this.#single.get(bindings.form) ?? this.#compileOne(bindings, filterBindings);
    const statement = fill(template, filling(null, 0n, bindings.values), filterBindings);
    if (!isKeyed) return statement;
    // Written out for speed, as in `fill`.
    const { sql: text, parameters, entities, hints } = statement;
    const keyed = { reads: this.#readsOf(filterBindings), values: bindings.values.flat() };
    return { sql: text, parameters, entities, hints: hints === undefined ? { keyed } : { ...hints, keyed } };
  }

  #readsOf(filterBindings: FilterBindings): KeyedReads {
    let known = this.#gathered.get(filterBindings);
    if (known === undefined) {
      known = { together: (keys) => this.#together(keys, filterBindings) };
      this.#gathered.set(filterBindings, known);
    }
    return known;
  }

  /** Compares keys exactly as `one` does. Missing keys up to the statement's number repeat the last key. */
  #together(keys: readonly (readonly unknown[])[], filterBindings: FilterBindings): Statement {
    const isApart = this.#dialect.queriesKeysSeparately === true;
    const count = isApart ? keys.length : 2 ** Math.ceil(Math.log2(keys.length));
    const known =
      this.#several.get(count) ??
      (isApart ? this.#compilePerKey(count, filterBindings) : this.#compileSeveral(count, filterBindings));
    this.#several.set(count, known);
    const all = Array.from({ length: count }, (_, i) => keys[i] ?? keys.at(-1) ?? []);
    return fill(known, filling(null, 0n, all), filterBindings);
  }

  #compileOne(bindings: Bindings, filterBindings: FilterBindings): Single {
    const draft = newDraft(this.#dialect, bindings, filterBindings);
    const written = this.#inParts();
    const format = written?.format ?? this.#format;
    const { statement } = compileRows(draft, this.#plan, this.#order, format, atMostTwo);
    const { slots } = this.#plan;
    const single = {
      template: {
        statement: written === null ? statement : { ...statement, hints: { parts: written.parts() } },
      },
      isKeyed: this.#isKeyOnly && slots.every((slot) => isEquality(bindings.condition(slot))),
    };
    this.#single.set(bindings.form, single);
    return single;
  }

  #inParts(): FormatInParts | null {
    return this.#dialect.inParts === undefined ? null : inParts(this.#format);
  }

  #compileSeveral(count: number, filterBindings: FilterBindings): Template {
    const draft = newDraft(this.#dialect, noBindings, filterBindings);
    const keys = Array.from({ length: count }, (_, number) => this.#isKey(draft, number));
    const cases = keys.map((key, i) => sql`when ${key} then ${sql.lit(String(i))}`);
    const output = rowOutput(draft, this.#plan, this.#format);
    const { rows, seenBy } = rootTable(draft, this.#node);
    const isOne = this.#isOneOf(draft, count) ?? anyOf(keys);
    const where = clause([isOne, ...seenBy]);
    return draft.finish(
      sql`select ${output}, case ${sql.join(cases, sql` `)} end as ${numberName} from ${rows}${where}`,
    );
  }

  /** One query for each key, under the table's alias, so that the expression for a row is written only once. */
  #compilePerKey(count: number, filterBindings: FilterBindings): Template {
    const draft = newDraft(this.#dialect, noBindings, filterBindings);
    const node = this.#node;
    const written = this.#inParts();
    const number = sql.id(freeColumn('n', node.entity));
    const each = Array.from(
      { length: count },
      (_, i) =>
        sql`select *, ${sql.lit(String(i))} as ${number} from ${table(draft, node)} where ${this.#isKey(draft, i)}`,
    );
    const output = rowOutput(draft, this.#plan, written?.format ?? this.#format);
    const rows = sql`(${sql.join(each, sql` union all `)}) as ${sql.id(tableAlias(node))}`;
    const query = sql`select ${output}, ${number} from ${rows}`;
    return draft.finish(query, written === null ? undefined : { parts: written.parts() });
  }

  get #node(): PlanNode {
    const [node] = this.#plan.nodes;
    if (node === undefined) throw new Error('a record is of an entity');
    return node;
  }

  /**
   * Whether a row has one of the keys; null for keys of several columns. PostgreSQL looks up a list in one index scan;
   * for separate comparisons it builds a bitmap each, even more so if a filter follows.
   */
  #isOneOf(draft: Draft, count: number): RawBuilder<unknown> | null {
    const [slot, another] = this.#plan.slots;
    if (slot === undefined || another !== undefined) return null;
    const places = Array.from({ length: count }, (_, number) => draft.place(number, 0));
    return sql`${columnSql({ node: this.#node, column: slot.column })} in (${sql.join(places)})`;
  }

  /** Whether a row has the key with this number. */
  #isKey(draft: Draft, number: number): RawBuilder<unknown> {
    const node = this.#node;
    return sql.join(
      this.#plan.slots.map(
        ({ column }, i) => sql`${columnSql({ node, column })} = ${draft.place(number, i)}`,
      ),
      sql` and `,
    );
  }
}

function anyOf(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql`(${sql.join(
    conditions.map((condition) => sql`(${condition})`),
    sql` or `,
  )})`;
}
