// Edits of filters: the place of a rule is a list of indexes, from the outermost group inwards.
import {
  type Argument,
  type Combinator,
  type Group,
  isExists,
  isGroup,
  type QueryDocument,
  type Rule,
} from '../document.ts';
import { prune } from '../references.ts';
import { type Period, periodToken } from './relative.ts';

export type RulePlace = readonly number[];

/** The filters that the same related record has to satisfy, if there are several. */
function combinedFilters(rule: Rule): Group | undefined {
  const exists = isGroup(rule) ? undefined : rule.func.args[0];
  if (!isExists(exists)) return undefined;
  const { with: combinator, entries } = exists.where.cond;
  return combinator === 'AND' && entries.length > 1 && !entries.some(isGroup) ? exists.where : undefined;
}

/** Whether the condition consists of several filters with places of their own. */
export function isCombined(rule: Rule): boolean {
  return combinedFilters(rule) !== undefined;
}

function ruleAtPlace(group: Group, place: RulePlace): Rule | undefined {
  const [index, ...rest] = place;
  if (index === undefined) return group;
  const rule = group.cond.entries[index];
  if (rest.length === 0 || rule === undefined) return rule;
  const inner = isGroup(rule) ? rule : combinedFilters(rule);
  return inner && ruleAtPlace(inner, rest);
}

/** Replaces the rule at the place by the rules that `change` returns: none, one or several. */
function splice(group: Group, place: RulePlace, change: (rule: Rule) => readonly Rule[]): Group {
  const [index, ...rest] = place;
  return {
    cond: {
      ...group.cond,
      entries: group.cond.entries.flatMap((rule, i): readonly Rule[] => {
        if (i !== index) return [rule];
        if (rest.length === 0) return change(rule);
        return isGroup(rule) ? [splice(rule, rest, change)] : [rule];
      }),
    },
  };
}

function mapGroup(group: Group, place: RulePlace, change: (group: Group) => Group): Group {
  if (place.length === 0) return change(group);
  return splice(group, place, (rule) => [isGroup(rule) ? change(rule) : rule]);
}

/** A period stands for both ends of a BETWEEN: see `resolveRule` of request.ts. */
export function periodRule(subject: Argument, period: Period, name = 'BETWEEN_INC'): Rule {
  const end = { value: periodToken(period) };
  return { func: { name, args: [subject, end, end] } };
}

export function ruleAt(doc: QueryDocument, place: RulePlace): Rule | undefined {
  return ruleAtPlace(doc.where, place);
}

export function addRule(doc: QueryDocument, groupPlace: RulePlace, rule: Rule): QueryDocument {
  const where = mapGroup(doc.where, groupPlace, ({ cond }) => ({
    cond: { ...cond, entries: [...cond.entries, rule] },
  }));
  return { ...doc, where };
}

export function replaceRule(doc: QueryDocument, place: RulePlace, rule: Rule): QueryDocument {
  return prune({ ...doc, where: splice(doc.where, place, () => [rule]) });
}

export function removeRule(doc: QueryDocument, place: RulePlace): QueryDocument {
  return prune({ ...doc, where: splice(doc.where, place, () => []) });
}

export function clearRules(doc: QueryDocument): QueryDocument {
  return prune({ ...doc, where: { cond: { with: 'AND', entries: [] } } });
}

export function setCombinator(doc: QueryDocument, place: RulePlace, combinator: Combinator): QueryDocument {
  const where = mapGroup(doc.where, place, ({ cond }) => ({ cond: { ...cond, with: combinator } }));
  return { ...doc, where };
}

/** Puts one rule into a new group, where others can be added. */
export function wrapRule(doc: QueryDocument, place: RulePlace, combinator: Combinator): QueryDocument {
  const wrapped = (rule: Rule): Group => ({ cond: { with: combinator, entries: [rule] } });
  return { ...doc, where: splice(doc.where, place, (rule) => [wrapped(rule)]) };
}

/** Replaces a group by its rules. */
export function unwrapGroup(doc: QueryDocument, place: RulePlace): QueryDocument {
  const where = splice(doc.where, place, (rule) => (isGroup(rule) ? rule.cond.entries : [rule]));
  return { ...doc, where };
}

/** The places of all conditions. Groups are skipped, except those that count as one condition. */
export function conditionPlaces(
  where: Group,
  isSingleCondition: (group: Group) => boolean = () => false,
): readonly RulePlace[] {
  const places: RulePlace[] = [];
  const walk = (group: Group, place: RulePlace): void => {
    group.cond.entries.forEach((rule, i) => {
      const inner = isGroup(rule) ? rule : combinedFilters(rule);
      if (inner && !isSingleCondition(inner)) walk(inner, [...place, i]);
      else places.push([...place, i]);
    });
  };
  walk(where, []);
  return places;
}

/** The place of the rule that a refusal's JSON Pointer refers to. */
export function placeOfPointer(pointer: string): RulePlace | undefined {
  if (!/^(\/unigrid)?\/where\b/.test(pointer)) return undefined;
  return [...pointer.matchAll(/\/entries\/(\d+)/g)].map(([, index]) => Number(index));
}
