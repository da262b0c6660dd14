// "None of" in requests: in SQL a comparison with null is unknown, and so is its negation, so such rows would silently
// be excluded.
import { type Condition, type Group, isAlias, isGroup, isParam, type Rule } from '../document.ts';

const HAS_VALUE = 'NOT_IS_NULL';

/** The fields that a rule compares, without those of related records, which exist or not. */
function fieldsOf(rule: Rule): readonly string[] {
  const found = isGroup(rule)
    ? rule.cond.entries.flatMap(fieldsOf)
    : rule.func.args.flatMap((argument) => (isAlias(argument) ? argument.alias : []));
  return [...new Set(found)];
}

const hasValue = (alias: string): Condition => ({ func: { name: HAS_VALUE, args: [{ alias }] } });

/** Whether a rule is never unknown. A filter whose parameter is missing is dropped, so nothing may be added to it. */
function isCertain(rule: Rule): boolean {
  if (isGroup(rule))
    return rule.cond.with === 'NONE' || (rule.cond.with !== 'NOT' && rule.cond.entries.every(isCertain));
  const { name, args } = rule.func;
  return name === HAS_VALUE || name === 'IS_NULL' || args.some(isParam) || fieldsOf(rule).length === 0;
}

/** The rule, with false instead of unknown. */
export function withCertainty(rule: Rule): Rule {
  if (isCertain(rule)) return rule;
  if (isGroup(rule) && rule.cond.with !== 'NOT')
    return { cond: { ...rule.cond, entries: rule.cond.entries.map(withCertainty) } };
  return { cond: { with: 'AND', entries: [rule, ...fieldsOf(rule).map(hasValue)] } };
}

/** The original rule of `withCertainty`; undefined if it may be unknown. */
function withoutCertainty(rule: Rule): Rule | undefined {
  if (isCertain(rule)) return rule;
  if (!isGroup(rule) || rule.cond.with === 'NOT') return undefined;
  const [first] = rule.cond.entries;
  if (first && JSON.stringify(withCertainty(first)) === JSON.stringify(rule)) return first;
  const entries = rule.cond.entries.map(withoutCertainty);
  if (entries.includes(undefined)) return undefined;
  return { cond: { ...rule.cond, entries: entries.filter((entry) => entry !== undefined) } };
}

/** Reads a NOT group of a request: as "none of" if it has that meaning. */
export function readNone(entries: readonly Rule[]): Group {
  const all = entries.map(withoutCertainty);
  if (all.includes(undefined)) return { cond: { with: 'NOT', entries } };
  return { cond: { with: 'NONE', entries: all.filter((entry) => entry !== undefined) } };
}
