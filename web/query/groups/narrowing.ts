// Narrows a query to the rows of a value, a group or a chart mark.
import type { BucketName } from '../../../src/contract/buckets.ts';
import { type Cell, type Exact, isExact } from '../../api/exact.ts';
import type { Column, Model } from '../../model/model.ts';
import { farPeriod } from '../../values/farPeriods.ts';
import {
  boundText,
  DAY_LENGTH,
  endOperator,
  nextPeriod,
  parseInstant,
  parsePeriodStart,
  periodText,
  shownAt,
} from '../../values/periods.ts';
import { plainText } from '../../values/text.ts';
import { ownZone } from '../../values/zones.ts';
import type { FieldColumn } from '../columns.ts';
import type { Argument, Combinator, Literal, QueryDocument, Rule } from '../document.ts';
import { ensureAttribute } from '../edits.ts';
import { columnAt } from '../filters/filters.ts';
import { holdsJson, isAmbiguous, storedJson } from '../filters/jsonValues.ts';
import { isForeign, literalIn, patternOf } from '../filters/notation.ts';
import { type FixedPeriod, fixedUnits } from '../filters/relative.ts';
import { addRule, periodRule } from '../filters/rules.ts';
import type { FieldPath } from '../paths.ts';

export interface Test {
  readonly path: FieldPath;
  readonly name: 'EQ' | 'GT' | 'GTE' | 'LT' | 'LTE' | 'IN' | 'NOT_IN' | 'IS_NULL' | 'NOT_IS_NULL';
  readonly value?: Known | readonly Known[];
  /** The value, if it is a JSON document. */
  readonly document?: Cell;
}

/** Numbers stay numbers until their column is known: see `literalIn`. */
type Known = Literal | Exact;

/** The date is in a certain year, quarter, month or day: a single filter, in a person's words. */
interface InPeriod {
  readonly path: FieldPath;
  readonly period: FixedPeriod;
}

interface Tests {
  readonly with: Combinator;
  readonly entries: readonly Narrowing[];
}

export type Narrowing = Test | InPeriod | Tests;

export function allOf(...entries: readonly Narrowing[]): Narrowing {
  const [only] = entries;
  return entries.length === 1 && only ? only : { with: 'AND', entries };
}

export function knownOf(value: Cell): Known {
  return typeof value === 'boolean' || isExact(value) ? value : plainText(value);
}

/** The field has exactly this value. */
export function isEqualTo(path: FieldPath, value: Cell): Test {
  if (value === null) return { path, name: 'IS_NULL' };
  const isDocument = typeof value === 'object' && !isExact(value);
  return { path, name: 'EQ', value: knownOf(value), ...(isDocument && { document: value }) };
}

function isBetween(path: FieldPath, from: string, before: string): Narrowing {
  return allOf({ path, name: 'GTE', value: from }, { path, name: endOperator(before), value: before });
}

/** Everything except these groups; null is included unless it is one of them. */
export function isNoneOf(shown: readonly Narrowing[]): Narrowing {
  const tests = shown.filter(
    (one): one is Test => 'name' in one && (one.name === 'EQ' || one.name === 'IS_NULL'),
  );
  const [first] = tests;
  const isOfOneField = tests.every(({ path }) => JSON.stringify(path) === JSON.stringify(first?.path));
  if (!first || tests.length < shown.length || !isOfOneField) return { with: 'NONE', entries: shown };
  const { path } = first;
  const values = tests.flatMap(({ value }) => value ?? []);
  if (values.length === 0) return { path, name: 'NOT_IS_NULL' };
  const rest: Test = { path, name: 'NOT_IN', value: values };
  // A comparison with null is never true, so nulls are included explicitly.
  return values.length < tests.length ? rest : { with: 'OR', entries: [rest, { path, name: 'IS_NULL' }] };
}

/** The date is in the period with this start; for instants, by the zone's clock. */
export function isInPeriodOf(path: FieldPath, start: number, bucket: BucketName, zone?: string): Narrowing {
  const ofInstants = zone === undefined ? {} : ({ isOfInstants: true } as const);
  const unit = fixedUnits.find((one) => one === bucket);
  if (unit) return { path, period: { kind: 'fixed', unit, start: periodText(start, bucket), ...ofInstants } };
  const end = nextPeriod(start, bucket);
  // An instant must be compared with an instant: the service would read a date as one in UTC.
  if (zone !== undefined) return isBetween(path, shownAt(start, zone), shownAt(end, zone));
  return isBetween(path, periodText(start, bucket), periodText(end, bucket));
}

/** The time zone of the period's start; undefined if the start has no offset. */
export function zoneOf(start: Cell, zone: string = ownZone()): string | undefined {
  return typeof start === 'string' && parseInstant(start) !== undefined ? zone : undefined;
}

const [firstStart, lastStart] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:00:00Z')];

/** The field belongs to the group with this value. */
export function isInGroup(
  { path, bucket, zone }: Pick<FieldColumn, 'path' | 'bucket' | 'zone'>,
  value: Cell,
): Narrowing {
  if (!bucket || typeof value !== 'string') return isEqualTo(path, value);
  const [start, instant] = [parsePeriodStart(value, bucket, zone), parseInstant(value)];
  if (start === undefined || start < firstStart || start > lastStart) {
    const far = farPeriod(value, bucket, zone);
    return far ? isBetween(path, far.from, far.before) : isEqualTo(path, value);
  }
  // An hour that occurs twice counts as two.
  if (bucket === 'hour' && instant !== undefined)
    return isBetween(path, boundText(instant), boundText(instant + DAY_LENGTH / 24));
  return isInPeriodOf(path, start, bucket, zoneOf(value, zone));
}

/** Whether other rows have values that look the same, so that those of the group cannot be selected. */
export function hasLookalikes(doc: QueryDocument, model: Model, narrowing: Narrowing): boolean {
  if ('entries' in narrowing) return narrowing.entries.some((one) => hasLookalikes(doc, model, one));
  const column = columnAt(doc, model, narrowing.path);
  if ('period' in narrowing || !column || !holdsJson(model, column)) return false;
  if (narrowing.name === 'IS_NULL') return isAmbiguous(model, column, null);
  const { name, value, document = isSingle(value) ? value : undefined } = narrowing;
  return name === 'EQ' && document !== undefined && isAmbiguous(model, column, document);
}

export function flattened(narrowing: Narrowing): readonly Narrowing[] {
  return 'entries' in narrowing && narrowing.with === 'AND'
    ? narrowing.entries.flatMap(flattened)
    : [narrowing];
}

const isSingle = (value: Test['value']): value is Known | undefined =>
  typeof value !== 'object' || isExact(value);

/** Values of another type than the column's are compared as texts. */
function testRule(
  model: Model,
  column: Column | undefined,
  alias: string,
  { name, value, document }: Test,
): Rule {
  const rule = (operator: string, ...args: readonly Argument[]): Rule => ({
    func: { name: operator, args: [{ alias }, ...args] },
  });
  if (value === undefined) return rule(name);
  if (holdsJson(model, column) && isSingle(value))
    return rule(name, { value: storedJson(document ?? value) });
  const values = isSingle(value) ? [value] : value;
  const isSame = name === 'EQ' || name === 'IN' || name === 'NOT_IN';
  const foreign = isSame ? values.filter((one) => isForeign(model, column, one)) : [];
  const own = values.filter((one) => !foreign.includes(one)).map((one) => literalIn(column, one));
  if (foreign.length === 0) return rule(name, { value: isSingle(value) ? (own[0] ?? '') : own });
  const isNot = name === 'NOT_IN';
  const texts = foreign.map((one) => rule(isNot ? 'NOT_LIKE' : 'LIKE', { value: patternOf(one) }));
  const entries = own.length > 0 ? [rule(name, { value: own }), ...texts] : texts;
  const [only, another] = entries;
  return only && !another ? only : { cond: { with: isNot ? 'AND' : 'OR', entries } };
}

function ruleOf(doc: QueryDocument, model: Model, narrowing: Narrowing): { doc: QueryDocument; rule: Rule } {
  if (!('entries' in narrowing)) {
    const { doc: next, alias } = ensureAttribute(doc, model, narrowing.path);
    if ('period' in narrowing) return { doc: next, rule: periodRule({ alias }, narrowing.period) };
    return { doc: next, rule: testRule(model, columnAt(doc, model, narrowing.path), alias, narrowing) };
  }
  const entries: Rule[] = [];
  let next = doc;
  for (const entry of narrowing.entries) {
    const made = ruleOf(next, model, entry);
    next = made.doc;
    entries.push(made.rule);
  }
  return { doc: next, rule: { cond: { with: narrowing.with, entries } } };
}

function sameRule(a: Rule, b: Rule): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Narrows the query; each part becomes a separate filter, so that each can be removed by itself. */
export function narrow(doc: QueryDocument, model: Model, narrowing: Narrowing): QueryDocument {
  let next = doc;
  for (const part of flattened(narrowing)) {
    const made = ruleOf(next, model, part);
    const present =
      next.where.cond.with === 'AND' && next.where.cond.entries.some((rule) => sameRule(rule, made.rule));
    if (present) continue;
    // If the filters are an OR, narrowing moves them into a nested group.
    const outer: QueryDocument =
      made.doc.where.cond.with === 'AND'
        ? made.doc
        : { ...made.doc, where: { cond: { with: 'AND', entries: [made.doc.where] } } };
    next = addRule(outer, [], made.rule);
  }
  return next;
}
