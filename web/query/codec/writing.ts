// Encodes the document as nested lists without names, as links contain it. reading.ts decodes it.
import {
  type Argument,
  type AttributeNode,
  type ChartChoice,
  type EntityNode,
  type Expr,
  type Item,
  isAlias,
  isExists,
  isGroup,
  isNested,
  isParam,
  isValue,
  type ListColumn,
  type Parameter,
  type QueryDocument,
  type Rule,
  type SortKey,
  type Step,
  type Top,
  type View,
} from '../document.ts';

type Json = null | string | number | boolean | readonly Json[] | { readonly [key: string]: Json };

/** Drops empty items at the end of a list. */
function trimEnd(list: readonly Json[]): readonly Json[] {
  let end = list.length;
  while (end > 0 && (list[end - 1] === null || isEmptyList(list[end - 1]))) end--;
  return list.slice(0, end);
}

function isEmptyList(value: Json | undefined): boolean {
  return Array.isArray(value) && value.length === 0;
}

const SELECTED = 0;
export const HIDDEN = 1;

/** "Title" in the simple case; [id, alias, seen, summaries, bucket] otherwise. */
function writeAttribute(node: AttributeNode): Json {
  if (node.over) {
    const { fn, of, per, order = [], size } = node.over;
    const keys = order.map(({ asc = true, ...key }) => writeSort({ ...key, asc }));
    const width = size === undefined ? null : Number(size);
    return { o: trimEnd([node.alias, fn, of, per ?? [], keys, width, node.selected ? null : HIDDEN]) };
  }
  if (node.perGroup) return { g: [node.alias, writeExpr(node.perGroup)] };
  if (node.rollup) {
    const { entity, summary, of, where, order = [] } = node.rollup;
    const seen = node.selected ? SELECTED : HIDDEN;
    const counted = where.cond.entries.length > 0 ? writeRule(where) : null;
    const use = [seen, node.summaries ?? null, node.bucket ?? null, order.map(writeSort)];
    return { r: trimEnd([node.alias, summary, of, writeNode(entity), counted, ...use]) };
  }
  if (node.expr) {
    const [summaries, seen] = [node.summaries ?? null, node.selected ? SELECTED : HIDDEN];
    return { c: trimEnd([node.alias, writeExpr(node.expr), seen, summaries, node.bucket ?? null]) };
  }
  if (node.selected && node.alias === node.id && !node.summaries && !node.bucket) return node.id;
  return trimEnd([
    node.id,
    node.alias === node.id ? null : node.alias,
    node.selected ? SELECTED : HIDDEN,
    node.summaries ?? null,
    node.bucket ?? null,
  ]);
}

/**
 * ["a", alias] · ["v", value] · ["?", [[when, then]…], else] · [name, …arguments] for a function, whose name is longer
 * than a letter.
 */
function writeExpr(expr: Expr): Json {
  if ('alias' in expr) return ['a', expr.alias];
  if ('fn' in expr) return [expr.fn, ...expr.args.map(writeExpr)];
  if ('case' in expr) {
    const branches = expr.case.map(({ when, then }) => [writeRule(when), writeExpr(then)]);
    return ['?', branches, ...(expr.else ? [writeExpr(expr.else)] : [])];
  }
  if ('value' in expr && !isLossless(expr.value)) return ['v', expr.value];
  throw new Error('The page makes no such expression.');
}

function isLossless(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** An entity is a list whose first item is a list, which distinguishes it from an attribute. */
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
  return trimEnd([kind ?? null, x ?? null, y ?? null, aggregate ?? null, bucket ?? null]);
}

/** By column: [digits, grouping, style, currency, date, [[when, than, tone]…], scale]. */
function writeFormats(formats: View['formats']): Json {
  const written = Object.entries(formats).map(([id, format]): [string, Json] => [
    id,
    trimEnd([
      format.digits ?? null,
      format.grouping ?? null,
      format.style ?? null,
      format.currency ?? null,
      format.date ?? null,
      (format.rules ?? []).map(({ when, than, tone }) => [when, than, tone]),
      format.scale ?? null,
    ]),
  ]);
  return written.length > 0 ? Object.fromEntries(written) : null;
}

function writeView(view: View): Json {
  return trimEnd([
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
  return trimEnd([
    name,
    type,
    label ?? null,
    required ? 1 : null,
    many ? 1 : null,
    usual === undefined ? null : [usual],
  ]);
}

/** Only the view, which is saved beside a query. */
export const encodeView = writeView;

/** "Title" ascending, ["Title"] descending; [alias, 1 or 0, nulls] if the position of nulls is given. */
function writeSort({ alias, asc, nulls }: SortKey): Json {
  if (nulls !== undefined) return [alias, asc ? 1 : 0, nulls];
  return asc ? alias : [alias];
}

function writeTop({ n, by, asc, nulls, per }: Top): Json {
  return [n, nulls ? writeSort({ alias: by, asc, nulls }) : by, asc ? 1 : 0, ...per];
}

export function encodeDocument(doc: QueryDocument): Json {
  return trimEnd([
    doc.entities.map((root) => [root.alias === root.id ? null : root.alias, writeNode(root)]),
    doc.where.cond.entries.length > 0 ? writeRule(doc.where) : null,
    doc.order.map(writeSort),
    doc.grouped ? 1 : null,
    writeView(doc.view),
    doc.having.cond.entries.length > 0 ? writeRule(doc.having) : null,
    doc.top ? writeTop(doc.top) : null,
    (doc.parameters ?? []).map(writeParameter),
    Object.entries(doc.arguments ?? {}),
    doc.timezone ?? null,
  ]);
}

/** Lists of the same values have the same id. */
export function listId(path: Omit<ListColumn, 'id'>): string {
  return `list:${JSON.stringify([path.root, path.steps.map(writeStep), path.attribute])}`;
}
