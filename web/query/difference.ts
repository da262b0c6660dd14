// The differences between two versions of a query, in sentences.
import { t } from '../messages/index.ts';
import { late } from '../messages/late.ts';
import { ownValue } from '../state/ownValue.ts';
import type { SentencePart } from '../ui/Sentence.tsx';
import { type ResultColumn, resultColumns, rootLabel } from './columns.ts';
import type { Group, Parameter, QueryDocument, Rule } from './document.ts';
import { isAlias, isExists, isGroup } from './document.ts';
import { ruleParts, type Speaker } from './filters/ruleWords.ts';
import { attributesOf, visitOf } from './paths.ts';
import { topParts } from './sentence.ts';

type Part = SentencePart;
type Change = readonly Part[];

const word = (text: string): Part => ({ kind: 'word', text });
const name = (text: string): Part => ({ kind: 'name', text });

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
}

/** "Field added: Title" */
function labelledChange(what: string, ...parts: readonly Part[]): Change {
  return [word(`${what}: `), ...parts];
}

function fromTo(what: string, before: readonly Part[], after: readonly Part[]): Change {
  return labelledChange(what, ...after, word(` (${late.difference.before} `), ...before, word(')'));
}

/** One side of the comparison: a document, and the words for its parts. */
interface Side extends Speaker {
  readonly columns: readonly ResultColumn[];
}

function side(speaker: Speaker): Side {
  return { ...speaker, columns: resultColumns(speaker.doc, speaker.model) };
}

function rootChanges(before: Side, after: Side): readonly Change[] {
  const missing = (from: Side, other: Side, what: string) =>
    from.doc.entities
      .filter(({ alias, id }) => !other.doc.entities.some((root) => root.alias === alias && root.id === id))
      .map(({ alias }) => labelledChange(what, name(rootLabel(from.doc, from.model, alias))));
  return [
    ...missing(after, before, late.difference.entityAdded),
    ...missing(before, after, late.difference.entityRemoved),
  ];
}

function columnChanges(before: Side, after: Side): readonly Change[] {
  const missing = (from: Side, other: Side, what: string) =>
    from.columns
      .filter(({ id }) => !other.columns.some((column) => column.id === id))
      .map(({ label }) => labelledChange(what, name(label)));
  const both = after.columns.flatMap((column) => {
    const old = before.columns.find(({ id }) => id === column.id);
    return old ? [{ column, old }] : [];
  });
  const isHidden = ({ doc }: Side, id: string) => doc.view.hidden.includes(id);
  const order = (some: readonly ResultColumn[]) =>
    some.map(({ id }) => id).filter((id) => both.some(({ column }) => column.id === id));
  return [
    ...missing(after, before, late.difference.fieldAdded),
    ...missing(before, after, late.difference.fieldRemoved),
    ...both.flatMap(({ column, old }): readonly Change[] => [
      ...(column.label === old.label
        ? []
        : [fromTo(late.difference.fieldRenamed, [name(old.label)], [name(column.label)])]),
      ...(isHidden(before, column.id) === isHidden(after, column.id)
        ? []
        : [
            labelledChange(
              isHidden(after, column.id) ? late.difference.fieldHidden : late.difference.fieldShown,
              name(column.label),
            ),
          ]),
      ...(same(ownValue(before.doc.view.formats, column.id), ownValue(after.doc.view.formats, column.id))
        ? []
        : [labelledChange(late.difference.fieldFormat, name(column.label))]),
    ]),
    ...(same(order(before.columns), order(after.columns)) ? [] : [[word(late.difference.fieldOrder)]]),
  ];
}

/** Computed fields and measures with a changed definition. */
function formulaChanges(before: Side, after: Side): readonly Change[] {
  const formulas = ({ doc, model }: Side) =>
    new Map(
      attributesOf(doc, model).flatMap(({ attribute: { alias, expr, rollup, over } }) => {
        const made = expr ?? rollup ?? over;
        return made ? [[alias, JSON.stringify(made)] as const] : [];
      }),
    );
  const old = formulas(before);
  return [...formulas(after)].flatMap(([alias, formula]) =>
    old.has(alias) && old.get(alias) !== formula
      ? [labelledChange(late.difference.formula, name(alias))]
      : [],
  );
}

/** The subject of a rule: two rules with the same subject are one changed rule. */
function subjectOf(rule: Rule): string {
  if (isGroup(rule)) return 'group';
  const [subject] = rule.func.args;
  if (isAlias(subject)) return subject.alias;
  return isExists(subject) ? JSON.stringify(subject.entity) : '';
}

interface RuleWords {
  readonly added: string;
  readonly removed: string;
  readonly changed: string;
}

function ruleChanges(
  before: Side,
  after: Side,
  where: (doc: QueryDocument) => Group,
  words: RuleWords,
): readonly Change[] {
  const [old, now] = [where(before.doc).cond, where(after.doc).cond];
  const gone = old.entries.filter((rule) => !now.entries.some((other) => same(rule, other)));
  const fresh = now.entries.filter((rule) => !old.entries.some((other) => same(rule, other)));
  const pairs = fresh.flatMap((rule) => {
    const alike = gone.filter((other) => subjectOf(other) === subjectOf(rule));
    const alone = fresh.filter((other) => subjectOf(other) === subjectOf(rule)).length === 1;
    const [only, more] = alike;
    return only && !more && alone ? [{ rule, old: only }] : [];
  });
  return [
    ...pairs.map((pair) => fromTo(words.changed, ruleParts(before, pair.old), ruleParts(after, pair.rule))),
    ...fresh
      .filter((rule) => !pairs.some((pair) => pair.rule === rule))
      .map((rule) => labelledChange(words.added, ...ruleParts(after, rule))),
    ...gone
      .filter((rule) => !pairs.some((pair) => pair.old === rule))
      .map((rule) => labelledChange(words.removed, ...ruleParts(before, rule))),
    ...(old.with !== now.with && old.entries.length > 1 && now.entries.length > 1
      ? [[word(late.difference.combinators[now.with])]]
      : []),
  ];
}

function orderParts({ doc, model, columns }: Side): readonly Part[] {
  if (doc.order.length === 0) return [word(late.difference.notSorted)];
  const label = (alias: string) =>
    columns.find(({ id }) => id === alias)?.label ?? visitOf(doc, model, alias)?.column.label ?? alias;
  return doc.order.flatMap(({ alias, asc }, i): readonly Part[] => [
    ...(i > 0 ? [word(', ')] : []),
    name(label(alias)),
    ...(asc ? [] : [word(` ${t.query.descending}`)]),
  ]);
}

function parameterChanges(before: Side, after: Side): readonly Change[] {
  const [old, now] = [before.doc.parameters ?? [], after.doc.parameters ?? []];
  const label = (one: Parameter) => name(one.label ?? one.name);
  const lost = (from: readonly Parameter[], other: readonly Parameter[]) =>
    from.filter((one) => !other.some((another) => another.name === one.name));
  return [
    ...lost(now, old).map((one) => labelledChange(late.difference.parameterAdded, label(one))),
    ...lost(old, now).map((one) => labelledChange(late.difference.parameterRemoved, label(one))),
    ...now
      .filter((one) => old.some((another) => another.name === one.name && !same(another, one)))
      .map((one) => labelledChange(late.difference.parameterChanged, label(one))),
  ];
}

function zoneParts({ doc: { timezone } }: Side): readonly Part[] {
  return [timezone === undefined ? word(late.difference.ownZone) : name(timezone)];
}

function topChange(before: Side, after: Side): readonly Change[] {
  const [old, now] = [before.doc.top, after.doc.top];
  if (same(old, now)) return [];
  if (now) return [labelledChange(late.difference.topSet, ...topParts(now, after.columns))];
  return old ? [labelledChange(late.difference.topRemoved, ...topParts(old, before.columns))] : [];
}

function viewChanges({ doc: { view: old } }: Side, { doc: { view: now } }: Side): readonly Change[] {
  return [
    ...(same(old.chart, now.chart) ? [] : [[word(late.difference.chart)]]),
    ...(same([old.pinned, old.widths, old.rowHeight], [now.pinned, now.widths, now.rowHeight])
      ? []
      : [[word(late.difference.layout)]]),
  ];
}

/** The changes of the query, in the order in which a person would look for them. */
export function difference(from: Speaker, to: Speaker): readonly Change[] {
  const [before, after] = [side(from), side(to)];
  return [
    ...rootChanges(before, after),
    ...columnChanges(before, after),
    ...formulaChanges(before, after),
    ...(before.doc.grouped === after.doc.grouped
      ? []
      : [[word(after.doc.grouped ? late.difference.grouped : late.difference.ungrouped)]]),
    ...ruleChanges(before, after, ({ where }) => where, late.difference.filter),
    ...ruleChanges(before, after, ({ having }) => having, late.difference.having),
    ...topChange(before, after),
    ...(same(before.doc.order, after.doc.order)
      ? []
      : [fromTo(late.difference.sorted, orderParts(before), orderParts(after))]),
    ...parameterChanges(before, after),
    ...(before.doc.timezone === after.doc.timezone
      ? []
      : [fromTo(late.difference.timezone, zoneParts(before), zoneParts(after))]),
    ...viewChanges(before, after),
  ];
}
