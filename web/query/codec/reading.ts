// Decodes the document from nested lists without names, validating every part, since people edit and truncate links.
import { type BucketName, bucketNames } from '../../../src/contract/buckets.ts';
import { modeTypes } from '../../../src/contract/mode-types.ts';
import { type SummaryName, summaryNames } from '../../../src/contract/summaries.ts';
import { overNames } from '../../../src/contract/windows.ts';
import {
  type Argument,
  type AttributeNode,
  branch,
  type Combinator,
  type EntityNode,
  type Expr,
  type Group,
  type Item,
  isGroup,
  type Literal,
  type NodeRelation,
  noFilter,
  type Parameter,
  type ParameterValue,
  type QueryDocument,
  type RootNode,
  type Rule,
  rollupSummaries,
  type SortKey,
  type Top,
} from '../document.ts';
import { list, oneOf, text, Unreadable } from './parts.ts';
import { readView } from './view.ts';
import { HIDDEN } from './writing.ts';

function readAttribute(value: unknown): AttributeNode {
  if (typeof value === 'string') return { id: value, alias: value, selected: true };
  const [id, alias, seen, sums, bucket] = list(value);
  const node = { id: text(id), alias: text(alias ?? id), selected: seen !== HIDDEN };
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
  if (kind === '?') {
    const branches = list(rest[0]).map((one) => {
      const [when, then] = list(one);
      return branch(readRule(when), readExpr(then, depth + 1));
    });
    return { case: branches, ...(rest[1] === undefined ? {} : { else: readExpr(rest[1], depth + 1) }) };
  }
  return { fn: text(kind), args: rest.map((one) => readExpr(one, depth + 1)) };
}

function readComputed(value: unknown): AttributeNode {
  const [alias, expr, seen, sums, bucket] = list(value);
  const { id: _, ...node } = readAttribute([alias, null, seen, sums, bucket]);
  return { ...node, id: node.alias, expr: readExpr(expr) };
}

function readPerGroup(value: unknown): AttributeNode {
  const [name, expr] = list(value);
  const alias = text(name);
  return { id: alias, alias, selected: true, perGroup: readExpr(expr) };
}

function readOver(value: unknown): AttributeNode {
  const [name, fn, of, per, order, size, seen] = list(value);
  const alias = text(name);
  const [fields, keys] = [list(per).map(text), list(order).map(readSort)];
  return {
    id: alias,
    alias,
    selected: seen !== HIDDEN,
    over: {
      fn: oneOf(overNames, fn),
      of: text(of),
      ...(fields.length > 0 ? { per: fields } : {}),
      ...(keys.length > 0 ? { order: keys } : {}),
      ...(size == null ? {} : { size: positive(size) }),
    },
  };
}

function readRollup(value: unknown): AttributeNode {
  const [alias, summary, of, entity, where, seen, sums, bucket, order] = list(value);
  const { id: _, ...node } = readAttribute([alias, null, seen, sums, bucket]);
  const keys = list(order).map(readSort);
  return {
    ...node,
    id: node.alias,
    rollup: {
      entity: readNode(entity),
      summary: oneOf(rollupSummaries, summary),
      of: text(of),
      where: where ? readGroup(where) : noFilter,
      ...(keys.length > 0 ? { order: keys } : {}),
    },
  };
}

function readItem(value: unknown): Item {
  if (typeof value === 'object' && value !== null) {
    if ('r' in value) return readRollup(value.r);
    if ('c' in value) return readComputed(value.c);
    if ('o' in value) return readOver(value.o);
    if ('g' in value) return readPerGroup(value.g);
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

const combinators: readonly Combinator[] = ['AND', 'OR', 'NOT', 'NONE'];

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
  if (typeof value === 'string') return { alias: value, asc: true };
  const [alias, asc, nulls] = list(value);
  return {
    alias: text(alias),
    asc: asc === 1,
    ...(nulls == null ? {} : { nulls: oneOf(['first', 'last'] as const, nulls) }),
  };
}

function positive(value: unknown): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1) throw new Unreadable();
  return value;
}

function readTop(value: unknown): Top {
  const [n, by, asc, ...per] = list(value);
  const { alias, nulls } = readSort(by);
  return { n: positive(n), by: alias, asc: asc === 1, ...(nulls && { nulls }), per: per.map(text) };
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
  const [entities, where, order, grouped, view, having, top, parameters, given, timezone] = list(value);
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
    ...(timezone == null ? {} : { timezone: text(timezone) }),
    view: readView(view),
  };
}
