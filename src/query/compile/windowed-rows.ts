// Plain rows with window calculations, or of which only the first per group are kept.
import { type RawBuilder, sql } from 'kysely';
import { writeRow } from '../lines.ts';
import { neededNodes } from '../plan/needs.ts';
import { isSummary, nodesOf, type Plan, type PlanNode, type PlanValue } from '../plan/plan.ts';
import { nodesIn } from '../plan/walk.ts';
import { whereClause } from './conditions.ts';
import { afterCursor, cursorText } from './cursor.ts';
import { answerTable, type Draft, type Template } from './draft.ts';
import type { RowFormat } from './formats.ts';
import { mayHaveTwins, orderBy, rowOrder } from './order.ts';
import { layered } from './overs.ts';
import { type PageForm, pageClause } from './page.ts';
import { cellsOf, named } from './rows.ts';
import { joins } from './source.ts';
import type { TieBreakers } from './windows.ts';

export function isWindowed({ group, overs, top }: Plan): boolean {
  return group === null && (overs.length > 0 || top !== null);
}

export interface Windowed {
  /** The rows, with all needed values under names that we chose. */
  readonly table: RawBuilder<unknown>;
  /** A draft that finds the values in this table. */
  readonly draft: Draft;
  /** The joined entities. */
  readonly nodes: readonly PlanNode[];
  /** Tells rows apart that are equal in all terms of their order. */
  readonly twins: TieBreakers;
}

/** Values carried along besides those shown. */
interface CarriedValues {
  readonly values: readonly PlanValue[];
  readonly columns: readonly RawBuilder<unknown>[];
  /** Entities whose rows get a number. */
  readonly numbered: ReadonlySet<PlanNode>;
}

/** The column that numbers rows that may be equal. */
const turn = 'turn';

const nothingCarried: CarriedValues = { values: [], columns: [], numbered: new Set() };

export function windowed(draft: Draft, plan: Plan, beside = nothingCarried): Windowed {
  const { dialect } = draft;
  const carried = new Map<unknown, { readonly name: string; readonly from: PlanValue }>();
  const carry = (value: PlanValue): RawBuilder<unknown> => {
    const id = value.kind === 'column' ? JSON.stringify([value.node.index, value.column.name]) : value;
    const known = carried.get(id) ?? { name: `c${carried.size}`, from: value };
    carried.set(id, known);
    return sql.id(answerTable, known.name);
  };
  const outside = draft.from(carry, (_, rollup) => carry(rollup));
  const values = [...valuesIn(plan), ...beside.values];
  for (const value of values) outside.value(value);
  const words = (value: PlanValue) => outside.value(value);
  const order = rowOrder(dialect, plan, words);
  const keys = rowOrder(dialect, { ...plan, order: [] }, words).terms;
  const used = new Set<PlanNode>([...values.flatMap(nodesOf), ...order.nodes, ...nodesIn(plan.where)]);
  const nodes = neededNodes(plan.nodes, used, plan.where);
  // Calculations tell equal rows apart: all must take these in the same order, however often they are asked for.
  const isNumbered = plan.overs.length > 0 && mayHaveTwins(dialect, plan);
  const inside = rowOrder(dialect, { ...plan, order: [] }, (value) => draft.value(value)).terms;
  const columns = [
    ...[...carried.values()].map(({ name, from }) => sql`${draft.value(from)} as ${sql.id(name)}`),
    ...(isNumbered ? [sql`row_number() over (${orderBy(dialect, inside)}) as ${sql.id(turn)}`] : []),
    ...beside.columns,
  ];
  const twins = isNumbered ? [{ value: sql.id(answerTable, turn), nullable: false }] : [];
  const from = joins(draft, nodes, plan.where, { values, numbered: beside.numbered });
  const rows = sql`(select ${sql.join(columns)} from ${from}${whereClause(draft, nodes, plan.where)})`;
  return { table: layered(outside, plan, rows, [...keys, ...twins]), draft: outside, nodes, twins };
}

function valuesIn({ attributes, order, overs, top }: Plan): PlanValue[] {
  return [
    ...attributes.filter(({ selected }) => selected).map(({ value }) => value),
    ...order.flatMap(({ by }) => (isSummary(by) ? [] : [by.value])),
    ...overs.flatMap(({ of, per, order: sorts }) => [of, ...per, ...sorts.map(({ value }) => value)]),
    ...(top === null ? [] : [...top.per, ...top.order.map(({ value }) => value)]),
  ];
}

export function compileWindowedRows(draft: Draft, plan: Plan, format: RowFormat, form: PageForm): Template {
  const { dialect } = draft;
  const { table, draft: outside, twins } = windowed(draft, plan);
  const { terms } = rowOrder(dialect, plan, (value) => outside.value(value));
  const last = twins.map((twin) => ({ ...twin, descending: false, nullsFirst: false }));
  const selected = plan.attributes.filter((attribute) => attribute.selected);
  const row = format.row(
    dialect,
    cellsOf(dialect, selected, format, (value) => outside.value(value)),
    outside,
  );
  const cursor = form.withCursors ? cursorText(dialect, terms) : null;
  const output = named(format, writeRow(dialect, row, { cursor, total: null }));
  const where = form.after === null ? sql`` : sql` where ${afterCursor(draft, terms, form.after)}`;
  return draft.finish(
    sql`select ${output} from ${table} as ${sql.id(answerTable)}${where}${orderBy(dialect, [...terms, ...last])} ${pageClause(draft, form)}`,
  );
}
