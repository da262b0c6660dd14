// A short name for what a measure covers, to distinguish measures of the same field.
import { t } from '../../messages/index.ts';
import { parseMoment, periodName } from '../../values/periods.ts';
import { type Argument, type Condition, type Expr, type Group, isGroup, isValue } from '../document.ts';
import { isNegated, type Period, parsePeriod } from '../filters/relative.ts';

const operatorSigns: Readonly<Record<string, string>> = {
  NOT_EQ: '≠ ',
  NOT_IN: '≠ ',
  LT: '< ',
  LTE: '≤ ',
  GT: '> ',
  GTE: '≥ ',
};

export function periodWords(period: Period): string {
  if (period.kind !== 'fixed') return t.query.period(period);
  const named = (day: string) => periodName(parseMoment(day) ?? 0, period.unit);
  return period.last === undefined ? named(period.start) : `${named(period.start)} – ${named(period.last)}`;
}

function valueWords(argument: Argument): string {
  return isValue(argument) ? [argument.value].flat().join(', ') : '…';
}

function ruleWords({ func }: Condition): string {
  const [, first, ...more] = func.args;
  const period = isValue(first) ? parsePeriod(first.value) : undefined;
  if (period) return `${isNegated(func.name) ? '≠ ' : ''}${periodWords(period)}`;
  if (!first) return func.name === 'IS_NULL' ? '∅' : '≠ ∅';
  return `${operatorSigns[func.name] ?? ''}${[first, ...more].map(valueWords).join(' – ')}`;
}

/** “2023”, “Germany, > 10”, “all”. */
export function filterSummary({ cond }: Group): string {
  const words = cond.entries.flatMap((rule) => (isGroup(rule) ? [] : [ruleWords(rule)]));
  return words.length > 0 ? words.join(', ') : t.query.all;
}

/** The measures of a difference, in order. Without related records, sums and counts are taken as 0. */
export function differenceOf(expr: Expr | undefined): readonly [string, string] | undefined {
  if (!expr || !('fn' in expr) || expr.fn !== 'SUB') return undefined;
  const names = expr.args.map((one) => {
    const inner = 'fn' in one && one.fn === 'COALESCE' ? one.args[0] : one;
    return inner && 'alias' in inner ? inner.alias : undefined;
  });
  const [of, from] = names;
  return of === undefined || from === undefined ? undefined : [of, from];
}
