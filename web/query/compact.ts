// Writes the document as nested lists without names, and reads it back with a check of every part.
import { type BucketName, bucketNames } from '../../src/contract/buckets.ts';
import type { Expr } from '../../src/contract/grid.ts';
import { modeTypes } from '../../src/contract/mode-types.ts';
import { type SummaryName, summaryNames } from '../../src/contract/summaries.ts';
import { overNames } from '../../src/contract/windows.ts';
import {
  type ColourRule,
  type ColumnFormat,
  comparisons,
  dateForms,
  numberStyles,
  tones,
} from '../values/columnFormat.ts';
import {
  type Argument,
  type AttributeNode,
  type ChartChoice,
  type Combinator,
  type EntityNode,
  type Group,
  type Item,
  isAlias,
  isExists,
  isGroup,
  isNested,
  isParam,
  isValue,
  type ListColumn,
  type Literal,
  type NodeRelation,
  noFilter,
  type Parameter,
  type ParameterValue,
  type QueryDocument,
  type RootNode,
  type Rule,
  rowHeights,
  type SortKey,
  type Step,
  type Top,
  type View,
} from './document.ts';

type Json = null | string | number | boolean | readonly Json[] | { readonly [key: string]: Json };

class Unreadable extends Error {}

// ── writing ─────────────────────────────────────────────────────────────────────────────────────────────

/** Leaves out what is empty at the end of a list. */
function trim(list: readonly Json[]): readonly Json[] {
  let end = list.length;
  while (end > 0 && (list[end - 1] === null || isEmptyList(list[end - 1]))) end--;
  return list.slice(0, end);
}

function isEmptyList(value: Json | undefined): boolean {
  return Array.isArray(value) && value.length === 0;
}

const SELECTED = 0;
const UNSEEN = 1;

/** "Title" for the plain case; [id, alias, seen, summaries, bucket] for the rest. */
function writeAttribute(node: AttributeNode): Json {
  if (node.over) {
    const { fn, of, per, order } = node.over;
    const keys = (order ?? []).map(({ alias, asc }) => (asc === false ? [alias] : alias));
    return { o: trim([node.alias, fn, of, per ?? [], keys]) };
  }
  if (node.rollup) {
    const { entity, summary, of, where } = node.rollup;
    const seen = node.selected ? SELECTED : UNSEEN;
    const counted = where.cond.entries.length > 0 ? writeRule(where) : null;
    const use = [seen, node.summaries ?? null, node.bucket ?? null];
    return { r: trim([node.alias, summary, of, writeNode(entity), counted, ...use]) };
  }
  if (node.expr) {
    const [summaries, seen] = [node.summaries ?? null, node.selected ? SELECTED : UNSEEN];
    return { c: trim([node.alias, writeExpr(node.expr), seen, summaries, node.bucket ?? null]) };
  }
  if (node.selected && node.alias === node.id && !node.summaries && !node.bucket) return node.id;
  return trim([
    node.id,
    node.alias === node.id ? null : node.alias,
    node.selected ? SELECTED : UNSEEN,
    node.summaries ?? null,
    node.bucket ?? null,
  ]);
}

/** ["a", alias] · ["v", value] · [name, …arguments] of a function, which is longer than a letter. */
function writeExpr(expr: Expr): Json {
  if ('alias' in expr) return ['a', expr.alias];
  if ('fn' in expr) return [expr.fn, ...expr.args.map(writeExpr)];
  if ('value' in expr && !isLossless(expr.value)) return ['v', expr.value];
  throw new Error('The page makes no such expression.');
}

function isLossless(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** An entity is a list whose first item is a list, which tells it from an attribute. */
function writeItem(item: Item): Json {
  if (!isNested(item)) return writeAttribute(item);
  return [writeNode(item.entity)];
}

function writeNode(node: EntityNode): Json {
  const link = node.relation;
  return [node.id, link?.attr_parent ?? null, link?.attr_child ?? null, ...node.attributes.map(writeItem)];
}

/** ["a", alias] · ["v", value] · ["p", parameter] · ["o"] open · ["e", node, of, where] */
function writeArgument(argument: Argument): Json {
  if (isAlias(argument)) return ['a', argument.alias];
  if (isValue(argument)) return ['v', argument.value];
  if (isParam(argument)) return ['p', argument.param];
  if (isExists(argument)) return ['e', writeNode(argument.entity), argument.of, writeRule(argument.where)];
  return ['o'];
}

function writeRule(rule: Rule): Json {
  if (isGroup(rule)) return [0, rule.cond.with, ...rule.cond.entries.map(writeRule)];
  return [1, rule.func.name, ...rule.func.args.map(writeArgument)];
}

function writeStep({ own, entity, other }: Step): Json {
  return [own, entity, other];
}

function writeChart({ kind, x, y, aggregate, bucket }: ChartChoice): Json {
  return trim([kind ?? null, x ?? null, y ?? null, aggregate ?? null, bucket ?? null]);
}

/** By column: [digits, grouping, style, currency, date, [[when, than, tone]…]]. */
function writeFormats(formats: View['formats']): Json {
  const written = Object.entries(formats).map(([id, format]): [string, Json] => [
    id,
    trim([
      format.digits ?? null,
      format.grouping ?? null,
      format.style ?? null,
      format.currency ?? null,
      format.date ?? null,
      (format.rules ?? []).map(({ when, than, tone }) => [when, than, tone]),
    ]),
  ]);
  return written.length > 0 ? Object.fromEntries(written) : null;
}

function writeView(view: View): Json {
  return trim([
    view.order,
    view.hidden,
    view.pinned,
    Object.keys(view.widths).length > 0 ? view.widths : null,
    view.lists.map(({ root, steps, attribute }) => [root, steps.map(writeStep), attribute]),
    view.chart ? writeChart(view.chart) : null,
    Object.keys(view.names).length > 0 ? view.names : null,
    writeFormats(view.formats),
    view.rowHeight ?? null,
  ]);
}

/** [name, type, label, required, many, default]. */
function writeParameter({ name, type, label, required, many, default: usual }: Parameter): Json {
  return trim([
    name,
    type,
    label ?? null,
    required ? 1 : null,
    many ? 1 : null,
    usual === undefined ? null : [usual],
  ]);
}

/** The arrangement alone, as it is saved beside a query. */
export const encodeView = writeView;

/** Undefined where somebody else wrote it. */
export function decodeView(value: unknown): View | undefined {
  try {
    return readView(value);
  } catch {
    return undefined;
  }
}

export function encodeDocument(doc: QueryDocument): Json {
  return trim([
    doc.entities.map((root) => [root.alias === root.id ? null : root.alias, writeNode(root)]),
    doc.where.cond.entries.length > 0 ? writeRule(doc.where) : null,
    doc.order.map(({ alias, asc }) => (asc ? alias : [alias])),
    doc.grouped ? 1 : null,
    writeView(doc.view),
    doc.having.cond.entries.length > 0 ? writeRule(doc.having) : null,
    doc.top ? [doc.top.n, doc.top.by, doc.top.asc ? 1 : 0, ...doc.top.per] : null,
    (doc.parameters ?? []).map(writeParameter),
    Object.entries(doc.arguments ?? {}),
  ]);
}

// ── reading ─────────────────────────────────────────────────────────────────────────────────────────────

function list(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new Unreadable();
  return value;
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw new Unreadable();
  return value;
}

function oneOf<T extends string>(all: readonly T[], value: unknown): T {
  const found = all.find((one) => one === value);
  if (found === undefined) throw new Unreadable();
  return found;
}

function readAttribute(value: unknown): AttributeNode {
  if (typeof value === 'string') return { id: value, alias: value, selected: true };
  const [id, alias, seen, sums, bucket] = list(value);
  const node = { id: text(id), alias: text(alias ?? id), selected: seen !== UNSEEN };
  const withSums = sums
    ? { ...node, summaries: list(sums).map((one): SummaryName => oneOf(summaryNames, one)) }
    : node;
  return bucket ? { ...withSums, bucket: oneOf<BucketName>(bucketNames, bucket) } : withSums;
}

function readExpr(value: unknown, depth = 0): Expr {
  const [kind, ...rest] = list(value);
  if (depth > 32) throw new Unreadable();
  if (kind === 'a') return { alias: text(rest[0]) };
  if (kind === 'v') return { value: rest[0] === null ? null : literal(rest[0]) };
  return { fn: text(kind), args: rest.map((one) => readExpr(one, depth + 1)) };
}

function readComputed(value: unknown): AttributeNode {
  const [alias, expr, seen, sums, bucket] = list(value);
  const { id: _, ...node } = readAttribute([alias, null, seen, sums, bucket]);
  return { ...node, id: node.alias, expr: readExpr(expr) };
}

function readOver(value: unknown): AttributeNode {
  const [name, fn, of, per, order] = list(value);
  const alias = text(name);
  const [fields, keys] = [list(per).map(text), list(order).map(readSort)];
  return {
    id: alias,
    alias,
    selected: true,
    over: {
      fn: oneOf(overNames, fn),
      of: text(of),
      ...(fields.length > 0 ? { per: fields } : {}),
      ...(keys.length > 0 ? { order: keys } : {}),
    },
  };
}

function readRollup(value: unknown): AttributeNode {
  const [alias, summary, of, entity, where, ...use] = list(value);
  const { id: _, ...node } = readAttribute([alias, null, ...use]);
  return {
    ...node,
    id: node.alias,
    rollup: {
      entity: readNode(entity),
      summary: oneOf<SummaryName>(summaryNames, summary),
      of: text(of),
      where: where ? readGroup(where) : noFilter,
    },
  };
}

function readItem(value: unknown): Item {
  if (typeof value === 'object' && value !== null) {
    if ('r' in value) return readRollup(value.r);
    if ('c' in value) return readComputed(value.c);
    if ('o' in value) return readOver(value.o);
  }
  const inner = Array.isArray(value) ? value[0] : undefined;
  return Array.isArray(inner) ? { entity: readNode(inner) } : readAttribute(value);
}

function readNode(value: unknown): EntityNode {
  const [id, parent, child, ...items] = list(value);
  const link: NodeRelation | null =
    parent === null || parent === undefined
      ? null
      : { attr_parent: text(parent), ...(child == null ? {} : { attr_child: text(child) }) };
  return { id: text(id), relation: link, attributes: items.map(readItem) };
}

function readRoot(value: unknown): RootNode {
  const [alias, node] = list(value);
  const { id, attributes } = readNode(node);
  return { id, alias: alias == null ? id : text(alias), relation: null, attributes };
}

function literal(value: unknown): Literal {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
    throw new Unreadable();
  return value;
}

function valueOrList(value: unknown): ParameterValue {
  return Array.isArray(value) ? value.map(literal) : literal(value);
}

function readArgument(value: unknown): Argument {
  const [kind, content, of, where] = list(value);
  switch (kind) {
    case 'a':
      return { alias: text(content) };
    case 'v':
      return { value: valueOrList(content) };
    case 'e':
      return { entity: readNode(content), of: text(of), where: readGroup(where) };
    case 'p':
      return { param: text(content) };
    case 'o':
      return {};
    default:
      throw new Unreadable();
  }
}

const combinators: readonly Combinator[] = ['AND', 'OR', 'NOT'];

function readRule(value: unknown): Rule {
  const [kind, name, ...rest] = list(value);
  if (kind === 0) return { cond: { with: oneOf(combinators, name), entries: rest.map(readRule) } };
  if (kind === 1) return { func: { name: text(name), args: rest.map(readArgument) } };
  throw new Unreadable();
}

function readGroup(value: unknown): Group {
  const rule = readRule(value);
  if (!isGroup(rule)) throw new Unreadable();
  return rule;
}

function readSort(value: unknown): SortKey {
  return typeof value === 'string'
    ? { alias: value, asc: true }
    : { alias: text(list(value)[0]), asc: false };
}

function readStep(value: unknown): Step {
  const [own, entity, other] = list(value);
  return { own: text(own), entity: text(entity), other: text(other) };
}

export function listId(path: Omit<ListColumn, 'id'>): string {
  return `list:${JSON.stringify([path.root, path.steps.map(writeStep), path.attribute])}`;
}

function readList(value: unknown): ListColumn {
  const [root, steps, attribute] = list(value);
  const path = { root: text(root), steps: list(steps).map(readStep), attribute: text(attribute) };
  return { id: listId(path), ...path };
}

function readWidths(value: unknown): Record<string, number> {
  if (value === null || value === undefined) return {};
  if (typeof value !== 'object') throw new Unreadable();
  const pairs = Object.entries(value).filter((pair): pair is [string, number] => typeof pair[1] === 'number');
  return Object.fromEntries(pairs);
}

function optional<T>(read: (value: unknown) => T, value: unknown): T | undefined {
  return value === null || value === undefined ? undefined : read(value);
}

function readChart(value: unknown): ChartChoice {
  const [kind, x, y, aggregate, bucket] = list(value);
  return {
    kind: optional(text, kind),
    x: optional(text, x),
    y: optional(text, y),
    aggregate: optional((one) => oneOf<SummaryName>(summaryNames, one), aggregate),
    bucket: optional((one) => oneOf<BucketName>(bucketNames, one), bucket),
  };
}

/** The entries of an object; an object that is missing has none. */
function entriesOf(value: unknown): readonly [string, unknown][] {
  if (value === null || value === undefined) return [];
  if (typeof value !== 'object') throw new Unreadable();
  return Object.entries(value);
}

function whole(value: unknown): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > 20)
    throw new Unreadable();
  return value;
}

function readFormat(value: unknown): ColumnFormat {
  const [digits, grouping, style, currency, date, rules] = list(value);
  const code = optional(text, currency);
  // The browser refuses to format anything else.
  if (code !== undefined && !/^[A-Z]{3}$/.test(code)) throw new Unreadable();
  const read = list(rules).map((rule): ColourRule => {
    const [when, than, tone] = list(rule);
    return { when: oneOf(comparisons, when), than: text(than), tone: oneOf(tones, tone) };
  });
  return {
    digits: optional(whole, digits),
    grouping: optional((one) => one === true, grouping),
    style: optional((one) => oneOf(numberStyles, one), style),
    currency: code,
    date: optional((one) => oneOf(dateForms, one), date),
    rules: read.length > 0 ? read : undefined,
  };
}

function readView(value: unknown): View {
  const [order, hidden, pinned, widths, lists, chart, names, formats, rowHeight] = list(value);
  return {
    order: list(order).map(text),
    hidden: list(hidden).map(text),
    pinned: list(pinned).map(text),
    widths: readWidths(widths),
    lists: list(lists).map(readList),
    ...(chart ? { chart: readChart(chart) } : {}),
    names: Object.fromEntries(entriesOf(names).map(([id, name]) => [id, text(name)])),
    formats: Object.fromEntries(entriesOf(formats).map(([id, format]) => [id, readFormat(format)])),
    ...(rowHeight ? { rowHeight: oneOf(rowHeights, rowHeight) } : {}),
  };
}

function readTop(value: unknown): Top {
  const [n, by, asc, ...per] = list(value);
  if (typeof n !== 'number' || !Number.isInteger(n) || n < 1) throw new Unreadable();
  return { n, by: text(by), asc: asc === 1, per: per.map(text) };
}

function readParameter(value: unknown): Parameter {
  const [name, type, label, required, many, usual] = list(value);
  return {
    name: text(name),
    type: oneOf(modeTypes, type),
    ...(label == null ? {} : { label: text(label) }),
    ...(required === 1 ? { required: true } : {}),
    ...(many === 1 ? { many: true } : {}),
    ...(usual == null ? {} : { default: valueOrList(list(usual)[0]) }),
  };
}

function readGiven(value: unknown): readonly [string, ParameterValue] {
  const [name, given] = list(value);
  return [text(name), valueOrList(given)];
}

export function decodeDocument(value: unknown): QueryDocument {
  const [entities, where, order, grouped, view, having, top, parameters, given] = list(value);
  const declared = list(parameters).map(readParameter);
  const values = list(given).map(readGiven);
  return {
    entities: list(entities).map(readRoot),
    where: where ? readGroup(where) : noFilter,
    order: list(order).map(readSort),
    grouped: grouped === 1,
    having: having ? readGroup(having) : noFilter,
    ...(top ? { top: readTop(top) } : {}),
    ...(declared.length > 0 ? { parameters: declared } : {}),
    ...(values.length > 0 ? { arguments: Object.fromEntries(values) } : {}),
    view: readView(view),
  };
}
