// The result type of an expression or a summary, as far as the page needs it for showing, filtering and summing.
import type { ModeType } from '../../../src/contract/mode.ts';
import { type TimePart, timeParts } from '../../values/timeParts.ts';
import {
  branch,
  type Rule as Condition,
  type Expr,
  isAlias,
  isGroup,
  type RollupSummary,
} from '../document.ts';

type Rule = (args: readonly Expr[], typeOf: (expr: Expr | undefined) => ModeType) => ModeType;

const number: Rule = () => 'numeric';
const integer: Rule = () => 'integer';
const text: Rule = () => 'string';
const typeOfFirst: Rule = ([one], typeOf) => typeOf(one);

/** The target types of a cast. */
const castable: readonly ModeType[] = [
  'string',
  'text',
  'integer',
  'numeric',
  'boolean',
  'date',
  'datetime',
  'time',
];

const rules: Readonly<Record<string, Rule>> = {
  ADD: number,
  SUB: number,
  MUL: number,
  DIV: number,
  MOD: number,
  NEG: number,
  ABS: number,
  ROUND: number,
  FLOOR: integer,
  CEIL: integer,
  LENGTH: integer,
  PART: integer,
  DISTANCE: integer,
  CONCAT: text,
  UPPER: text,
  LOWER: text,
  TRIM: text,
  SUBSTRING: text,
  REPLACE: text,
  COALESCE: typeOfFirst,
  NULLIF: typeOfFirst,
  TRUNCATE: typeOfFirst,
  SHIFT: typeOfFirst,
  NOW: () => 'datetime',
  TODAY: () => 'date',
  CAST: ([, type]) => (type && 'value' in type && castable.find((one) => one === type.value)) || 'string',
};

/** `typeOf` returns the type of a field by alias. */
export function typeOfExpr(expr: Expr, typeOf: (alias: string) => ModeType | undefined): ModeType {
  const of = (part: Expr | undefined): ModeType => (part ? typeOfExpr(part, typeOf) : 'other');
  if ('alias' in expr) return typeOf(expr.alias) ?? 'other';
  if ('value' in expr) {
    if (typeof expr.value === 'string') return 'string';
    return typeof expr.value === 'boolean' ? 'boolean' : 'numeric';
  }
  if ('fn' in expr) return rules[expr.fn]?.(expr.args, of) ?? 'other';
  return 'case' in expr ? of(expr.case[0]?.then) : 'other';
}

/** The date part that a formula extracts, if it does nothing else. */
export function datePartOf(
  expr: Expr | undefined,
): { readonly of: string; readonly part: TimePart } | undefined {
  if (!expr || !('fn' in expr) || expr.fn !== 'PART') return undefined;
  const [of, unit] = expr.args;
  const part = unit && 'value' in unit ? timeParts.find((one) => one === unit.value) : undefined;
  return of && 'alias' in of && part ? { of: of.alias, part } : undefined;
}

/** The result type of a summary over values of this type. */
export const summaryTypes: Record<RollupSummary, (type: ModeType) => ModeType> = {
  count: () => 'integer',
  count_distinct: () => 'integer',
  sum: (type) => (type === 'integer' ? 'integer' : 'numeric'),
  avg: () => 'numeric',
  min: (type) => type,
  max: (type) => type,
  first: (type) => type,
  last: (type) => type,
};

function aliasesInRule(rule: Condition): readonly string[] {
  if (isGroup(rule)) return rule.cond.entries.flatMap(aliasesInRule);
  return rule.func.args.flatMap((argument) => (isAlias(argument) ? [argument.alias] : []));
}

/** The aliases used in an expression. */
export function aliasesInExpr(expr: Expr): readonly string[] {
  if ('alias' in expr) return [expr.alias];
  if ('fn' in expr) return expr.args.flatMap(aliasesInExpr);
  if (!('case' in expr)) return [];
  const branches = expr.case.flatMap(({ when, then }) => [...aliasesInRule(when), ...aliasesInExpr(then)]);
  return expr.else ? [...branches, ...aliasesInExpr(expr.else)] : branches;
}

/** Whether it may have any number of decimals. */
export function divides(expr: Expr): boolean {
  if ('fn' in expr) return expr.fn !== 'ROUND' && (expr.fn === 'DIV' || expr.args.some(divides));
  return (
    'case' in expr &&
    (expr.case.some(({ then }) => divides(then)) || (expr.else ? divides(expr.else) : false))
  );
}

function renameRule(rule: Condition, named: (alias: string) => string): Condition {
  if (isGroup(rule)) {
    const entries = rule.cond.entries.map((one) => renameRule(one, named));
    return { cond: { ...rule.cond, entries } };
  }
  const args = rule.func.args.map((one) => (isAlias(one) ? { alias: named(one.alias) } : one));
  return { func: { ...rule.func, args } };
}

/** The same expression with renamed fields. */
export function renameExpr(expr: Expr, named: (alias: string) => string): Expr {
  if ('alias' in expr) return { alias: named(expr.alias) };
  if ('fn' in expr) return { ...expr, args: expr.args.map((one) => renameExpr(one, named)) };
  if (!('case' in expr)) return expr;
  return {
    case: expr.case.map(({ when, then }) => branch(renameRule(when, named), renameExpr(then, named))),
    ...(expr.else ? { else: renameExpr(expr.else, named) } : {}),
  };
}
