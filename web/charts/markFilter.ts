// What a mark of a chart stands for, and the edit that narrows the query to it.

import type { BucketName } from '../../src/contract/buckets.ts';
import type { Cell } from '../api/exact.ts';
import type { Model } from '../model/model.ts';
import type { Combinator, Literal, QueryDocument, Rule } from '../query/document.ts';
import { referTo } from '../query/edits.ts';
import type { FieldPath } from '../query/paths.ts';
import { addRule } from '../query/rules.ts';
import { nextPeriod, periodText } from '../values/periods.ts';
import { plainText } from '../values/text.ts';
import type { Bin } from './bins.ts';
import type { ChartField } from './chartFields.ts';

interface Test {
  readonly path: FieldPath;
  readonly name: 'EQ' | 'GTE' | 'LT' | 'LTE' | 'NOT_IN' | 'IS_NULL' | 'NOT_IS_NULL';
  readonly value?: Literal | readonly Literal[];
}

interface Tests {
  readonly with: Combinator;
  readonly entries: readonly MarkFilter[];
}

export type MarkFilter = Test | Tests;

function both(...entries: readonly MarkFilter[]): MarkFilter {
  const [only] = entries;
  return entries.length === 1 && only ? only : { with: 'AND', entries };
}

function pathOf(field: ChartField, attribute: string): FieldPath {
  return { ...field.node, attribute };
}

/** Text stands for numbers, so that every digit arrives. */
function literal(value: Cell): Literal {
  return typeof value === 'boolean' ? value : plainText(value);
}

function isOne(path: FieldPath, value: Cell): Test {
  return value === null ? { path, name: 'IS_NULL' } : { path, name: 'EQ', value: literal(value) };
}

/** The rows of one category. */
export function isCategory(field: ChartField, values: readonly Cell[]): MarkFilter {
  return both(...field.attributes.map((attribute, i) => isOne(pathOf(field, attribute), values[i] ?? null)));
}

/** The rows of all categories but these. */
export function isOther(field: ChartField, shown: readonly (readonly Cell[])[]): MarkFilter {
  const [attribute = ''] = field.attributes;
  const withNull = shown.some((values) => values.includes(null));
  const rest: MarkFilter =
    field.attributes.length === 1
      ? {
          path: pathOf(field, attribute),
          name: 'NOT_IN',
          value: shown.flatMap(([value = null]) => (value === null ? [] : [literal(value)])),
        }
      : { with: 'NOT', entries: shown.map((values) => isCategory(field, values)) };
  // A comparison never holds for null, so nulls among the rest are asked for by name.
  return withNull
    ? rest
    : { with: 'OR', entries: [rest, { path: pathOf(field, attribute), name: 'IS_NULL' }] };
}

export function isInPeriod(field: ChartField, start: number, bucket: BucketName): MarkFilter {
  const [attribute = ''] = field.attributes;
  const path = pathOf(field, attribute);
  return both(
    { path, name: 'GTE', value: periodText(start, bucket) },
    { path, name: 'LT', value: periodText(nextPeriod(start, bucket), bucket) },
  );
}

export function isInBin(field: ChartField, bin: Bin): MarkFilter {
  const [attribute = ''] = field.attributes;
  const path = pathOf(field, attribute);
  if (bin.from === bin.to) return { path, name: 'EQ', value: String(bin.from) };
  return both(
    { path, name: 'GTE', value: String(bin.from) },
    { path, name: bin.last ? 'LTE' : 'LT', value: String(bin.to) },
  );
}

export function isPoint(x: ChartField, y: ChartField, values: readonly [Cell, Cell]): MarkFilter {
  return both(isCategory(x, [values[0]]), isCategory(y, [values[1]]));
}

export function isInTile(x: ChartField, y: ChartField, xBin: Bin, yBin: Bin): MarkFilter {
  return both(...flat(isInBin(x, xBin)), ...flat(isInBin(y, yBin)));
}

export function hasValue(field: ChartField): readonly MarkFilter[] {
  return field.attributes.map((attribute) => ({ path: pathOf(field, attribute), name: 'NOT_IS_NULL' }));
}

function flat(filter: MarkFilter): readonly MarkFilter[] {
  return 'entries' in filter && filter.with === 'AND' ? filter.entries.flatMap(flat) : [filter];
}

function ruleOf(doc: QueryDocument, model: Model, filter: MarkFilter): { doc: QueryDocument; rule: Rule } {
  if (!('entries' in filter)) {
    const { doc: next, alias } = referTo(doc, model, filter.path);
    const args = filter.value === undefined ? [{ alias }] : [{ alias }, { value: filter.value }];
    return { doc: next, rule: { func: { name: filter.name, args } } };
  }
  const entries: Rule[] = [];
  let next = doc;
  for (const entry of filter.entries) {
    const made = ruleOf(next, model, entry);
    next = made.doc;
    entries.push(made.rule);
  }
  return { doc: next, rule: { cond: { with: filter.with, entries } } };
}

function sameRule(a: Rule, b: Rule): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Narrows the query; each part becomes a filter of its own, so that each can be taken back alone. */
export function narrow(doc: QueryDocument, model: Model, filter: MarkFilter): QueryDocument {
  let next = doc;
  for (const part of flat(filter)) {
    const made = ruleOf(next, model, part);
    const present =
      next.where.cond.with === 'AND' && next.where.cond.entries.some((rule) => sameRule(rule, made.rule));
    if (present) continue;
    // Where the filters are alternatives, narrowing puts them all into a group of their own.
    const outer: QueryDocument =
      made.doc.where.cond.with === 'AND'
        ? made.doc
        : { ...made.doc, where: { cond: { with: 'AND', entries: [made.doc.where] } } };
    next = addRule(outer, [], made.rule);
  }
  return next;
}
