// "None of" as it is sent: to the wire a comparison with what has no value is neither true nor false, and neither is its
// opposite, so that such rows would be left out without a word.
import { type Condition, type Group, isAlias, isGroup, isParam, type Rule } from '../document.ts';

const HAS_VALUE = 'NOT_IS_NULL';

/** The fields that a rule compares, related records apart, which are there or not. */
function fieldsOf(rule: Rule): readonly string[] {
  const found = isGroup(rule)
    ? rule.cond.entries.flatMap(fieldsOf)
    : rule.func.args.flatMap((argument) => (isAlias(argument) ? argument.alias : []));
  return [...new Set(found)];
}

const hasValue = (alias: string): Condition => ({ func: { name: HAS_VALUE, args: [{ alias }] } });

/** Whether a rule is true or false of every row. A filter without its parameter goes, and nothing beside it may stay. */
function isCertain(rule: Rule): boolean {
  if (isGroup(rule))
    return rule.cond.with === 'NONE' || (rule.cond.with !== 'NOT' && rule.cond.entries.every(isCertain));
  const { name, args } = rule.func;
  return name === HAS_VALUE || name === 'IS_NULL' || args.some(isParam) || fieldsOf(rule).length === 0;
}

/** The rule, which is false where it would be neither. */
export function certain(rule: Rule): Rule {
  if (isCertain(rule)) return rule;
  if (isGroup(rule) && rule.cond.with !== 'NOT')
    return { cond: { ...rule.cond, entries: rule.cond.entries.map(certain) } };
  return { cond: { with: 'AND', entries: [rule, ...fieldsOf(rule).map(hasValue)] } };
}

/** The rule that `certain` made this one of; undefined where it may be neither true nor false. */
function meant(rule: Rule): Rule | undefined {
  if (isCertain(rule)) return rule;
  if (!isGroup(rule) || rule.cond.with === 'NOT') return undefined;
  const [first] = rule.cond.entries;
  if (first && JSON.stringify(certain(first)) === JSON.stringify(rule)) return first;
  const entries = rule.cond.entries.map(meant);
  if (entries.includes(undefined)) return undefined;
  return { cond: { ...rule.cond, entries: entries.filter((entry) => entry !== undefined) } };
}

/** Reads a group of the wire's NOT: as none of, where that is what it says. */
export function readNone(entries: readonly Rule[]): Group {
  const all = entries.map(meant);
  if (all.includes(undefined)) return { cond: { with: 'NOT', entries } };
  return { cond: { with: 'NONE', entries: all.filter((entry) => entry !== undefined) } };
}
