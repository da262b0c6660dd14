// The filters of a query in words, in parts so that names and values can be highlighted.

import { t } from '../../messages/index.ts';
import type { Column, Model } from '../../model/model.ts';
import type { SentencePart } from '../../ui/Sentence.tsx';
import { formatMoment, formatNumber } from '../../values/show.ts';
import { partName, type TimePart } from '../../values/timeParts.ts';
import { isDigitName, isNumeric } from '../../values/types.ts';
import { fieldLabel, type ResultColumn, resultColumns } from '../columns.ts';
import {
  type Argument,
  argumentFor,
  type Condition,
  type EntityNode,
  type ExistsArgument,
  type Group,
  isAlias,
  isExists,
  isGroup,
  isNested,
  isParam,
  isValue,
  type Literal,
  type ParameterValue,
  type QueryDocument,
  type RootNode,
  type Rule,
  rootOf,
} from '../document.ts';
import { datePartOf } from '../formula/exprTypes.ts';
import { countsOnly } from '../groups/counting.ts';
import { periodWords } from '../groups/measureNames.ts';
import { relationOfNode, visitOf } from '../paths.ts';
import { combinedConditionAt, needsAnother } from './existence.ts';
import { presenceField } from './filters.ts';
import { type Operators, phraseFor } from './operators.ts';
import { isNegated, parsePeriod } from './relative.ts';
import { type RulePlace, ruleAt } from './rules.ts';
import { searchedWord } from './textSearch.ts';

export type Part = SentencePart;

export const word = (text: string): Part => ({ kind: 'word', text });
export const name = (text: string): Part => ({ kind: 'name', text });
const value = (text: string): Part => ({ kind: 'value', text });

/** Appended to a filter on what measures cover. */
export const onlyTheseCountPart: Part = word(` (${t.query.onlyTheseCount})`);

/** a, b and c */
export function join(items: readonly (readonly Part[])[], last: string): Part[] {
  return items.flatMap((item, i) => {
    if (i === 0) return [...item];
    return [word(i === items.length - 1 ? ` ${last} ` : ', '), ...item];
  });
}

export interface Speaker {
  readonly doc: QueryDocument;
  readonly model: Model;
  readonly operators: Operators;
  /** In a policy, parameters stand for user attributes. */
  readonly ofUser?: boolean;
  /** The names of the records that a reference's keys stand for, shown after each key. */
  readonly namesOf?: NamesOf;
}

export type NamesOf = (
  column: Pick<Column, 'pointsTo'>,
  keys: readonly string[],
) => readonly (string | undefined)[];

export function labelOfAlias(speaker: Speaker, alias: string): string {
  const visit = visitOf(speaker.doc, speaker.model, alias);
  if (visit) return fieldLabel(speaker.doc, speaker.model, visit.path);
  return columnOf(speaker, alias)?.label ?? alias;
}

/** The compared thing. */
interface Subject extends Column {
  readonly part?: TimePart | undefined;
}

/** A field, or a measure, which is a plain number however its field is formatted. */
function subjectOf(speaker: Speaker, alias: string): Subject | undefined {
  const visit = visitOf(speaker.doc, speaker.model, alias);
  if (visit) return { ...visit.column, part: datePartOf(visit.attribute.expr)?.part };
  const measure = columnOf(speaker, alias);
  return measure && { ...measure.column, name: '', type: measure.type, inKey: false, pointsTo: undefined };
}

/** A measure of groups is a column of the result, not a field. */
export function columnOf({ doc, model }: Speaker, alias: string): ResultColumn | undefined {
  return resultColumns(doc, model).find(({ id }) => id === alias);
}

/** Numbers and dates in the reader's locale; texts in quotes, so that their ends are visible. */
function literalText(literal: Literal, column: Subject | undefined, withMidnight: boolean): string {
  const text = String(literal);
  if (typeof literal === 'boolean') return literal ? t.common.yes : t.common.no;
  if (column?.part && text.trim() !== '') return partName(column.part, text.trim());
  if (column && isNumeric(column.type) && text.trim() !== '' && Number.isFinite(Number(text))) {
    return formatNumber(text, !isDigitName(column));
  }
  if (column?.type === 'date' || column?.type === 'datetime') {
    const moment = formatMoment(text, withMidnight && column.type === 'datetime');
    if (moment !== text) return moment;
  }
  return t.query.quoted(text);
}

function argumentParts(
  speaker: Speaker,
  argument: Argument,
  column?: Subject,
  withMidnight = false,
): readonly Part[] {
  if (isAlias(argument)) return [name(labelOfAlias(speaker, argument.alias))];
  if (isParam(argument)) {
    if (speaker.ofUser) return [word(`${t.query.ofUser} `), name(argument.param)];
    return parameterParts(speaker, argument.param, column, withMidnight);
  }
  return isValue(argument)
    ? valueParts(speaker, argument.value, column, withMidnight)
    : [word(t.query.anything)];
}

function valueParts(
  speaker: Speaker,
  given: ParameterValue,
  column: Subject | undefined,
  withMidnight: boolean,
): readonly Part[] {
  const all = typeof given === 'object' ? given : [given];
  const names = (column?.pointsTo && speaker.namesOf?.(column, all.map(String))) ?? [];
  const shown = all.slice(0, 3).map((one, i) => {
    const text = literalText(one, column, withMidnight);
    const called = names[i];
    return [value(called === undefined ? text : t.query.keyOf(text, called))];
  });
  const rest = all.length - shown.length;
  return join(rest > 0 ? [...shown, [word(t.common.more(rest))]] : shown, t.query.or);
}

/** A parameter by name, with its current value. */
function parameterParts(
  speaker: Speaker,
  called: string,
  column: Subject | undefined,
  withMidnight: boolean,
): readonly Part[] {
  const { doc } = speaker;
  const declared = doc.parameters?.find((parameter) => parameter.name === called);
  const given = argumentFor(doc, called) ?? declared?.default;
  const label = name(declared?.label ?? called);
  // An empty parameter drops its filter, unless it is required for any rows.
  const empty = declared?.required ? t.query.toFillIn : t.query.anything;
  if (given === undefined) return [label, word(` (${empty})`)];
  return [label, word(' ('), ...valueParts(speaker, given, column, withMidnight), word(')')];
}

/** Inside an exists filter, aliases refer to the related records. */
function speakerInside(speaker: Speaker, exists: ExistsArgument): Speaker {
  const root: RootNode = { ...exists.entity, alias: exists.entity.id, relation: null };
  return { ...speaker, doc: { ...speaker.doc, entities: [root] } };
}

/** There is at least one Invoice; its conditions follow. */
export function existenceParts(
  { doc, model }: Speaker,
  { func }: Condition,
  before: readonly Rule[] = [],
): readonly Part[] {
  const [exists] = func.args;
  if (!isExists(exists)) return [];
  const root = rootOf(doc, exists.of);
  const testsOnlyEnd = testsOnlyExistence(model, exists);
  const label = relatedRecordsName(model, root?.id, exists.entity, testsOnlyEnd);
  const another = needsAnother(before, { func }) ? [word(` (${t.query.sameOrAnother})`)] : [];
  const start = [word(`${func.name === 'EXISTS' ? t.query.has : t.query.hasNo} `), name(label), ...another];
  return testsOnlyEnd || exists.where.cond.entries.length === 0
    ? start
    : [...start, word(` ${t.query.whose}`)];
}

/** The name of related records; if several relations lead there, it says which one. */
function relatedRecordsName(
  model: Model,
  from: string | undefined,
  node: EntityNode,
  isWhole: boolean,
): string {
  const relation = relationOfNode(model.entities.get(from ?? ''), node);
  const label = relation?.label ?? model.entities.get(node.id)?.label ?? node.id;
  const next = isWhole ? node.attributes.find(isNested) : undefined;
  return next ? `${label} › ${relatedRecordsName(model, node.id, next.entity, true)}` : label;
}

/**
 * Whether the only condition on related records is that they exist at the end of the path, i.e. their key is not null.
 */
function testsOnlyExistence(model: Model, { entity, where }: ExistsArgument): boolean {
  const [only, more] = where.cond.entries;
  if (!only || more || isGroup(only) || only.func.name !== 'NOT_IS_NULL' || where.cond.with === 'NOT')
    return false;
  const [subject] = only.func.args;
  let end = entity;
  let other = '';
  for (let next = end.attributes.find(isNested); next; next = end.attributes.find(isNested)) {
    other = relationOfNode(model.entities.get(end.id), next.entity)?.other[0] ?? '';
    end = next.entity;
  }
  const field = end.attributes.find(
    (item) => !isNested(item) && isAlias(subject) && item.alias === subject.alias,
  );
  const sure = presenceField(model, { entity: end.id, other });
  return end !== entity && field !== undefined && !isNested(field) && sure === field.id;
}

/** The conditions on related records. If several kinds of records are involved, each condition names its own. */
export function relatedParts(speaker: Speaker, exists: ExistsArgument): readonly Part[] {
  if (testsOnlyExistence(speaker.model, exists)) return [];
  const inside = speakerInside(speaker, exists);
  const { with: combinator, entries } = exists.where.cond;
  if (combinator !== 'AND') return groupParts(inside, exists.where);
  return entries.flatMap((rule, i) => [
    ...(i > 0 ? [word(` ${t.query.and} ${t.query.whose} `)] : []),
    ...ruleParts(inside, rule),
  ]);
}

/**
 * These operators compare a day by its beginning, so midnight goes without saying; "up to" or "after" a day would mean
 * something else.
 */
const dayStartOperators: ReadonlySet<string> = new Set(['GTE', 'LT']);

/** `before`: other rules of the same AND group that come earlier in the sentence. */
export function conditionParts(
  speaker: Speaker,
  { func }: Condition,
  before: readonly Rule[] = [],
): readonly Part[] {
  const [subject, ...rest] = func.args;
  if (isExists(subject)) {
    const start = existenceParts(speaker, { func }, before);
    const parts = relatedParts(speaker, subject);
    return parts.length > 0 ? [...start, word(' '), ...parts] : start;
  }
  const start = subject ? [...argumentParts(speaker, subject), word(' ')] : [];
  const period = isValue(rest[0]) ? parsePeriod(rest[0].value) : undefined;
  const only = countsOnly(speaker.doc, speaker.model, { func }) ? [onlyTheseCountPart] : [];
  if (period) {
    const is = t.query.isIn(period, isNegated(func.name));
    return [...start, word(`${is} `), value(periodWords(period)), ...only];
  }
  const column = isAlias(subject) ? subjectOf(speaker, subject.alias) : undefined;
  const operator = speaker.operators.get(func.name);
  const phrase = operator ? phraseFor(operator, column?.type) : func.name;
  const values = rest.map((argument) =>
    argumentParts(speaker, argument, column, !dayStartOperators.has(func.name)),
  );
  if (values.length === 0) return [...start, word(phrase), ...only];
  return [...start, word(`${phrase} `), ...join(values, t.query.and), ...only];
}

export function groupParts(speaker: Speaker, { cond }: Group): readonly Part[] {
  const precedingRules = (i: number) => (cond.with === 'AND' ? cond.entries.slice(0, i) : []);
  const entries = cond.entries
    .map((rule, i) => ruleParts(speaker, rule, precedingRules(i)))
    .filter((parts) => parts.length > 0);
  if (cond.with !== 'NOT' && cond.with !== 'NONE')
    return join(entries, cond.with === 'OR' ? t.query.or : t.query.and);
  const known = cond.with === 'NOT' ? `, ${t.query.eachKnown}` : '';
  return [word(`${t.query.noneOf} (`), ...join(entries, t.query.or), word(`)${known}`)];
}

export function ruleParts(speaker: Speaker, rule: Rule, before: readonly Rule[] = []): readonly Part[] {
  if (!isGroup(rule)) return conditionParts(speaker, rule, before);
  const searched = searchedWord(speaker.doc, speaker.model, rule);
  if (searched !== undefined) return [word(`${t.query.anyText} `), value(t.query.quoted(searched))];
  if (rule.cond.entries.length === 0) return [];
  const inner = groupParts(speaker, rule);
  const isBracketed = rule.cond.with === 'NOT' || rule.cond.with === 'NONE';
  return isBracketed || rule.cond.entries.length === 1 ? inner : [word('('), ...inner, word(')')];
}

/** The filter at a place: for a part of a condition, the record need not be named. */
export function placeParts(speaker: Speaker, place: RulePlace): readonly Part[] {
  const rule = ruleAt(speaker.doc, place);
  const whole = combinedConditionAt(speaker.doc, place);
  const condition = whole && ruleAt(speaker.doc, whole);
  const exists = condition && !isGroup(condition) ? condition.func.args[0] : undefined;
  if (!rule) return [];
  if (isExists(exists)) return ruleParts(speakerInside(speaker, exists), rule);
  const group = ruleAt(speaker.doc, place.slice(0, -1));
  const isAll = group && isGroup(group) && group.cond.with === 'AND';
  return ruleParts(speaker, rule, isAll ? group.cond.entries.slice(0, place.at(-1)) : []);
}
