// A statement under construction, and a finished one with places for each request's values.
import { type RawBuilder, sql } from 'kysely';
import { maxCharacters, tooLongValues } from '../../contract/shape.ts';
import type { Entity, Restriction, RowFilter } from '../../model/database.ts';
import type { Bindings } from '../bind.ts';
import type { Bound, SqlDialect, Value } from '../dialect/sql.ts';
import type { BoundSql, Hints, SliceParts, Statement } from '../dialect/statement.ts';
import type { FilterBindings } from '../filter-bindings.ts';
import type { ComputedValue, PlanNode, PlanValue, RollupValue } from '../plan/plan.ts';
import type {
  KeySlot,
  ListSlot,
  LiteralSlot,
  PatternSlot,
  Slot,
  TextSlot,
  ValueSlot,
} from '../plan/slots.ts';
import { type ColumnSource, columnSql } from './values.ts';

/** A parameter whose value is bound later. */
class Place {
  /** The row filter that the value belongs to; null for a value of the request. */
  readonly filter: RowFilter | null;
  readonly group: number;
  readonly index: number;

  constructor(filter: RowFilter | null, group: number, index: number) {
    this.filter = filter;
    this.group = group;
    this.index = index;
  }
}

/** The values of a statement: page limits, the values of each plan slot, and of each cursor term. */
export type Filling = readonly (readonly unknown[])[];

const pageGroup = 0;
const firstSlot = 1;

export function filling(limit: bigint | null, offset: bigint, slots: Filling, cursor: Filling = []): Filling {
  return [[limit, offset], ...slots, ...cursor];
}

/** A statement with places among its parameters. */
export interface Template {
  readonly statement: Statement;
}

/** The subquery whose columns have names that we chose. */
export const answerTable = 'g';

/** Compiles values other than columns. Passed to drafts, because values may need conditions, which need values. */
export interface Language {
  computed(draft: Draft, value: ComputedValue): RawBuilder<unknown>;
  readonly rollup: RollupReference;
  rollupJoins(draft: Draft, rollups: Iterable<RollupValue>, nodes: readonly PlanNode[]): RawBuilder<unknown>;
  /** The part of a table that the user may see; `plain` is the table itself. */
  restricted(
    draft: Draft,
    entity: Entity,
    restriction: Restriction,
    plain: RawBuilder<unknown>,
  ): RawBuilder<unknown>;
  /** The same as conditions on the first root's table; null if conditions cannot express it. */
  rowConditions(draft: Draft, restriction: Restriction): readonly RawBuilder<boolean>[] | null;
}

/** How a measure of related rows is referred to. */
export type RollupReference = (draft: Draft, value: RollupValue) => RawBuilder<unknown>;

export class Draft {
  readonly dialect: SqlDialect;
  /** Where columns are found. */
  readonly column: ColumnSource;
  readonly #language: Language;
  readonly #rollup: RollupReference;
  readonly #bindings: Bindings;
  readonly #filterBindings: FilterBindings;
  /** The row filter being compiled; null for the request itself. */
  readonly #filter: RowFilter | null;
  /** The names of the entities read so far. */
  readonly #entities: Set<string>;

  constructor(
    dialect: SqlDialect,
    bindings: Bindings,
    filterBindings: FilterBindings,
    language: Language,
    column: ColumnSource = columnSql,
    rollup: RollupReference = language.rollup,
    entities = new Set<string>(),
    filter: RowFilter | null = null,
  ) {
    this.dialect = dialect;
    this.#bindings = bindings;
    this.#filterBindings = filterBindings;
    this.#filter = filter;
    this.#language = language;
    this.column = column;
    this.#rollup = rollup;
    this.#entities = entities;
  }

  /** The same statement with columns and rollups found elsewhere. */
  from(column: ColumnSource, rollup: RollupReference): Draft {
    const { dialect } = this;
    return new Draft(
      dialect,
      this.#bindings,
      this.#filterBindings,
      this.#language,
      column,
      rollup,
      this.#entities,
      this.#filter,
    );
  }

  /** The same statement with columns found elsewhere. */
  at(column: ColumnSource): Draft {
    return this.from(column, this.#rollup);
  }

  /** The part of the statement that is a row filter, with the user's values for it. */
  within(filter: RowFilter): Draft {
    const bindings = this.#filterBindings.bindings(filter);
    const { dialect } = this;
    return new Draft(
      dialect,
      bindings,
      this.#filterBindings,
      this.#language,
      columnSql,
      this.#language.rollup,
      this.#entities,
      filter,
    );
  }

  /** The part of a table that the user may see. */
  visiblePart(entity: Entity, plain: RawBuilder<unknown>): RawBuilder<unknown> {
    const { restriction } = entity;
    if (restriction === null || this.#filterBindings.isPlain) return plain;
    return this.#language.restricted(this, entity, restriction, plain);
  }

  /** The same as conditions on the first root's table; null if conditions cannot express it. */
  seenBy({ restriction }: Entity): readonly RawBuilder<boolean>[] | null {
    if (restriction === null || this.#filterBindings.isPlain) return [];
    return this.#language.rowConditions(this, restriction);
  }

  /** A value of a row. */
  value(value: PlanValue): RawBuilder<unknown> {
    if (value.kind === 'column') return this.column(value);
    if (value.kind === 'named') return sql.id(answerTable, value.name);
    return value.kind === 'computed' ? this.#language.computed(this, value) : this.#rollup(this, value);
  }

  /** The joins for the measures of related rows that belong to these nodes. */
  rollupJoins(rollups: Iterable<RollupValue>, nodes: readonly PlanNode[]): RawBuilder<unknown> {
    return this.#language.rollupJoins(this, rollups, nodes);
  }

  get limit(): Value {
    return place(null, pageGroup, 0);
  }

  get offset(): Value {
    return place(null, pageGroup, 1);
  }

  literal(slot: LiteralSlot): {
    readonly sql: Value;
    readonly side: -1 | 0 | 1;
    readonly within?: readonly [Value, Value];
  } {
    const bound = this.#bindings.literal(slot);
    const places = this.#places(slot, bound);
    const within = bound.within?.(places);
    return { sql: bound.sql(places), side: bound.side, ...(within && { within }) };
  }

  text(slot: TextSlot | ValueSlot): Value {
    const bound = this.#bindings.text(slot);
    return bound.sql(this.#places(slot, bound));
  }

  condition(slot: ListSlot | PatternSlot | KeySlot, value: Value): RawBuilder<boolean> {
    const bound = this.#bindings.condition(slot);
    return sql<boolean>`${bound.sql(this.#places(slot, bound), value)}`;
  }

  /** A value by slot number, for statements with slots beyond the plan's own, such as one per key. */
  place(slot: number, index: number): Value {
    return place(null, firstSlot + slot, index);
  }

  /** The value of a cursor's term. */
  cursorValue(term: number, bound: Bound): Value {
    return bound.sql(places(null, firstSlot + this.#bindings.values.length + term, bound));
  }

  /** Called only by ./source.ts, which is the only place that names tables. */
  reads({ entity }: PlanNode): void {
    this.#entities.add(entity.name);
  }

  compile(query: RawBuilder<unknown>): BoundSql {
    return this.dialect.compile(query);
  }

  finish(query: RawBuilder<unknown>, hints?: Hints): Template {
    const { sql: text, parameters } = this.compile(query);
    const entities = [...this.#entities];
    return { statement: { sql: text, parameters, entities, ...(hints && { hints }) } };
  }

  #places({ index }: Slot, bound: Pick<Bound, 'values'>): Value[] {
    return places(this.#filter, this.#filter === null ? firstSlot + index : index, bound);
  }
}

function places(filter: RowFilter | null, group: number, { values }: Pick<Bound, 'values'>): Value[] {
  return values.map((_, i) => place(filter, group, i));
}

function place(filter: RowFilter | null, group: number, index: number): Value {
  return sql`${new Place(filter, group, index)}`;
}

/** Where values of a template come from: the request, and the user's row filters. */
interface Sources {
  readonly values: Filling;
  readonly filterBindings: FilterBindings;
}

/** Binds values to a template. */
export function fill({ statement }: Template, values: Filling, filterBindings: FilterBindings): Statement {
  const { sql: text, entities, hints } = statement;
  const sources = { values, filterBindings };
  const parameters = filledIn(statement.parameters, sources);
  // Written out field by field because it runs per request: spreading an object takes several times as long.
  const filled =
    hints === undefined ? { sql: text, parameters, entities } : { sql: text, parameters, entities, hints };
  if (hints === undefined) return filled;
  if (hints.usual !== undefined) {
    const usual = { sql: hints.usual.sql, parameters: filledIn(hints.usual.parameters, sources) };
    return { sql: text, parameters, entities, hints: { usual } };
  }
  const [limit, offset] = pageOf(values);
  if (hints.ranges !== undefined) {
    const { texts, values: sortedBy } = hints.ranges;
    const ranges = {
      ...hints.ranges,
      texts: { ...texts, parameters: filledIn(texts.parameters, sources) },
      values: { ...sortedBy, parameters: filledIn(sortedBy.parameters, sources) },
      limit,
    };
    return { ...filled, hints: { ...hints, ranges } };
  }
  if (hints.slices === undefined) return filled;
  const { first, later, key } = hints.slices;
  const slices = { first: filledPart(first, sources), later: filledPart(later, sources), key, limit, offset };
  return { ...filled, hints: { ...hints, slices } };
}

function filledPart(part: SliceParts, sources: Sources): SliceParts {
  const filled = (statement: BoundSql) => ({
    ...statement,
    parameters: filledIn(statement.parameters, sources),
  });
  const { unquoted } = part;
  return {
    ...part,
    texts: filled(part.texts),
    keys: filled(part.keys),
    ...(unquoted && { unquoted: filled(unquoted) }),
  };
}

function filledIn(parameters: readonly unknown[], { values, filterBindings }: Sources): unknown[] {
  let characters = 0;
  return parameters.map((parameter) => {
    if (!(parameter instanceof Place)) return parameter;
    const { filter, group, index } = parameter;
    const filling = filter === null ? values : filterBindings.bindings(filter).values;
    const value = filling[group]?.[index];
    // A long text, or a list bound as one text, is sent once for each mention.
    if (typeof value === 'string') characters += value.length;
    if (characters > maxCharacters) throw tooLongValues();
    return value;
  });
}

function pageOf([page = []]: Filling): [limit: bigint | null, offset: bigint] {
  const [limit, offset] = page;
  return [typeof limit === 'bigint' ? limit : null, typeof offset === 'bigint' ? offset : 0n];
}
