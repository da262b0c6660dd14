// Converts a saved query back to the page's document. Queries created elsewhere may contain more than the workbench can
// show; such a query is rejected instead of being opened as something else.
import type * as wire from '../../src/contract/grid.ts';
import { summaryNames } from '../../src/contract/summaries.ts';
import { endOperator } from '../values/periods.ts';
import { decodeView } from './codec/view.ts';
import { encodeView } from './codec/writing.ts';
import {
  type Argument,
  type AttributeNode,
  branch,
  type Combinator,
  type Condition,
  type EntityNode,
  type Expr,
  emptyView,
  type Group,
  type Item,
  isGroup,
  isValue,
  type Literal,
  noFilter,
  type Parameter,
  type ParameterValue,
  type QueryDocument,
  type Rollup,
  type RootNode,
  type Rule,
  rollupSummaries,
  type SortKey,
  type Top,
  type View,
} from './document.ts';
import { readNone } from './filters/noneOf.ts';
import { parsePeriod, periodBetween, periodOfWire } from './filters/relative.ts';
import { periodRule } from './filters/rules.ts';
import { aliasesInExpr } from './formula/exprTypes.ts';
import { measureId } from './references.ts';

class NotRepresentable extends Error {}

/** Fields of a request that concern the page of rows, not the query. */
type Known =
  | 'entities'
  | 'where'
  | 'order'
  | 'group'
  | 'having'
  | 'top'
  | 'parameters'
  | 'arguments'
  | 'timezone';
const paging = ['offset', 'limit', 'count', 'after'];
const known: readonly string[] = [
  'entities',
  'where',
  'order',
  'group',
  'having',
  'top',
  'parameters',
  'arguments',
  'timezone',
] satisfies readonly Known[];

/** Undefined if the workbench has no words for some part of the query. */
export function fromSaved(query: wire.GridRequest, view: unknown): QueryDocument | undefined {
  try {
    const others = Object.entries(query).filter(
      ([name, value]) => value != null && !known.includes(name) && !paging.includes(name),
    );
    if (others.length > 0) return undefined;
    return document(query, viewOf(view));
  } catch (error) {
    if (error instanceof NotRepresentable) return undefined;
    throw error;
  }
}

function document(query: wire.GridRequest, view: View): QueryDocument {
  // The service takes an empty list for none.
  const grouped = query.group?.length ? query.group : undefined;
  const parameters = query.parameters?.map(parameter) ?? [];
  const given = Object.entries(query.arguments ?? {}).flatMap(([name, value]) =>
    value === null ? [] : [[name, parameterValue(value)] as const],
  );
  return {
    entities: query.entities.map((node) => root(node, grouped)),
    where: group(query.where),
    order: (query.order ?? []).map(sortKey),
    grouped: grouped !== undefined,
    having: group(query.having),
    ...(query.top ? { top: top(query.top) } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(given.length > 0 ? { arguments: Object.fromEntries(given) } : {}),
    ...(query.timezone === undefined ? {} : { timezone: query.timezone }),
    view,
  };
}

/** The group fields; undefined for ungrouped rows. */
type Grouped = readonly string[] | undefined;

function root(node: wire.EntityNode, grouped: Grouped): RootNode {
  const { attributes } = entity(node, grouped);
  return { id: node.id, alias: node.alias ?? node.id, relation: null, attributes };
}

function entity(node: wire.EntityNode, grouped?: Grouped): EntityNode {
  const { attr_parent, attr_child } = node.relation ?? {};
  const relation =
    attr_parent === undefined ? null : { attr_parent, ...(attr_child === undefined ? {} : { attr_child }) };
  return { id: node.id, relation, attributes: (node.attributes ?? []).map((one) => item(one, grouped)) };
}

const isMeasureId = (alias: string) => summaryNames.some((one) => alias.startsWith(measureId(one, '')));

function item(one: wire.AttributeItem, grouped: Grouped): Item {
  if ('entity' in one) return { entity: entity(one.entity, grouped) };
  const { selected: isSelected = true, ...rest } = one;
  const alias = 'id' in one ? (one.alias ?? one.id) : one.alias;
  const id = 'id' in one ? one.id : alias;
  // A calculation over the groups is a column of its own.
  const isChosen = grouped === undefined || 'over' in one;
  const selected = isChosen ? isSelected : grouped.includes(alias);
  // So is a computation for each group.
  const isMeasured = 'summaries' in one && (one.summaries?.length ?? 0) > 0;
  if (isSelected && !selected && !('id' in one) && !isMeasured) {
    const perGroup = 'expr' in one ? expr(one.expr) : undefined;
    if (!perGroup || !aliasesInExpr(perGroup).some(isMeasureId)) throw new NotRepresentable();
    return { id, alias, selected: true, perGroup };
  }
  const { summaries, bucket, ...kind } = { summaries: undefined, bucket: undefined, ...rest };
  const node: AttributeNode = {
    ...('rollup' in kind
      ? { rollup: rollup(kind.rollup) }
      : 'expr' in kind
        ? { expr: expr(kind.expr) }
        : kind),
    id,
    alias,
    selected,
    ...(summaries?.length ? { summaries } : {}),
    ...(bucket === undefined ? {} : { bucket }),
  };
  return node;
}

/** How to read a NOT: as "none of", or literally within a formula. */
type ReadNot = (entries: readonly Rule[]) => Group;
const asWritten: ReadNot = (entries) => ({ cond: { with: 'NOT', entries } });

function expr(part: wire.Expr): Expr {
  if ('param' in part) throw new NotRepresentable();
  if ('fn' in part) return { ...part, args: part.args.map(expr) };
  if (!('case' in part)) return part;
  return {
    case: part.case.map(({ when, then }) => branch(rule(when, asWritten), expr(then))),
    ...(part.else ? { else: expr(part.else) } : {}),
  };
}

function rollup({ summary, of, order, limit, ...measure }: wire.Rollup): Rollup {
  const known = rollupSummaries.find((one) => one === summary);
  const isOne = known === 'first' || known === 'last';
  if (!known || of === undefined || (order?.length && !isOne) || limit !== undefined)
    throw new NotRepresentable();
  return {
    entity: entity(measure.entity),
    summary: known,
    of,
    where: group(measure.where),
    ...(order?.length ? { order: order.map(sortKey) } : {}),
  };
}

function sortKey({ alias, asc = true, nulls }: wire.OrderRule): SortKey {
  return { alias, asc, ...(nulls === undefined ? {} : { nulls }) };
}

function top({ n, per = [], order }: NonNullable<wire.GridRequest['top']>): Top {
  const [by, more] = order.map(sortKey);
  if (!by || more) throw new NotRepresentable();
  const { alias, ...sorted } = by;
  return { n: Number(n), by: alias, ...sorted, per };
}

const combinators = ['AND', 'OR', 'NOT'] as const satisfies readonly Combinator[];

function group(where: wire.Where | null | undefined, not: ReadNot = readNone): Group {
  if (!where?.cond) return where?.func ? { cond: { with: 'AND', entries: [rule(where, not)] } } : noFilter;
  const combinator = combinators.find((one) => one === where.cond?.with.toUpperCase());
  if (!combinator) throw new NotRepresentable();
  const entries = where.cond.entries.map((entry) => rule(entry, not));
  return combinator === 'NOT' ? not(entries) : { cond: { with: combinator, entries } };
}

function rule(where: wire.Where, not?: ReadNot): Rule {
  if (where.func) return condition(where.func, not);
  const all = group(where, not);
  return fixedPeriod(all) ?? all;
}

/** The page writes a certain year or month as its two ends. */
function fixedPeriod({ cond }: Group): Rule | undefined {
  const [first, second, more] = cond.entries;
  if (cond.with === 'NOT' && first && !second) {
    if (isGroup(first) || !isPeriod(first)) return undefined;
    return { func: { ...first.func, name: 'NOT_BETWEEN_INC' } };
  }
  if (cond.with !== 'AND' || !first || !second || more || isGroup(first) || isGroup(second)) return undefined;
  const [subject, from] = first.func.args;
  const [same, before] = second.func.args;
  const end = isValue(before) && typeof before.value === 'string' ? before.value : undefined;
  const isPair = first.func.name === 'GTE' && end !== undefined && second.func.name === endOperator(end);
  if (!isPair || JSON.stringify(subject) !== JSON.stringify(same) || !subject) return undefined;
  const period = periodBetween(isValue(from) && from.value, end);
  return period && periodRule(subject, period);
}

function isPeriod({ func }: Condition): boolean {
  const [, value] = func.args;
  return func.name === 'BETWEEN_INC' && isValue(value) && parsePeriod(value.value) !== undefined;
}

function condition({ name, args }: NonNullable<wire.Where['func']>, not?: ReadNot): Rule {
  const [subject, second] = args;
  if (subject && second?.period) {
    const period = periodOfWire(second.period);
    if (!period) throw new NotRepresentable();
    const between = name === 'NOT_IN_PERIOD' ? 'NOT_BETWEEN_INC' : 'BETWEEN_INC';
    return periodRule(argument(subject), period, between);
  }
  return { func: { name, args: args.map((one) => argument(one, not)) } };
}

function argument(one: wire.Argument, not?: ReadNot): Argument {
  if (one.alias !== undefined) return { alias: one.alias };
  if (one.param !== undefined) return { param: one.param };
  if (one.entity) {
    if (one.of === undefined) throw new NotRepresentable();
    return { entity: entity(one.entity), of: one.of, where: group(one.where, not) };
  }
  return one.value === undefined ? {} : { value: parameterValue(one.value) };
}

function literal(value: wire.Scalar): Literal {
  if (value === null) throw new NotRepresentable();
  return typeof value === 'object' ? value.toString() : value;
}

function parameterValue(value: wire.ParameterValue): ParameterValue {
  return isList(value) ? value.map(literal) : literal(value);
}

function isList(value: wire.ParameterValue): value is readonly wire.Scalar[] {
  return Array.isArray(value);
}

function parameter({ default: usual, ...rest }: wire.Parameter): Parameter {
  return usual == null ? rest : { ...rest, default: parameterValue(usual) };
}

/** The saved view of columns; anything else in its place is ignored. */
function viewOf(view: unknown): View {
  const page = typeof view === 'object' && view !== null && 'page' in view ? view.page : undefined;
  return decodeView(page) ?? emptyView;
}

/** The view as it is saved, beside the query, since only the page interprets it. */
export function savedView(view: View): Readonly<Record<string, unknown>> {
  return { page: encodeView(view) };
}
