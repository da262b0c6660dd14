// Writes computed fields as people do: from an expression to its formula.
import {
  type Argument,
  type CaseExpr,
  type Expr,
  isAlias,
  isGroup,
  isValue,
  type Rule,
} from '../document.ts';
import { binaryOperators, comparisons } from './formulaNames.ts';
import { isHelper } from './helperFields.ts';

const byFunction = new Map(
  Object.entries(binaryOperators).map(([sign, { fn, binds }]) => [fn, { sign, binds }]),
);
/** If a condition has two operators, the first one is written. */
const byOperator = new Map(
  Object.entries(comparisons)
    .toReversed()
    .map(([sign, operator]) => [operator, sign]),
);

class NotExpressible extends Error {}

class Writer {
  readonly #labelOf: (alias: string) => string;
  readonly #asideOf: (alias: string) => Expr | undefined;

  constructor(labelOf: (alias: string) => string, asideOf: (alias: string) => Expr | undefined) {
    this.#labelOf = labelOf;
    this.#asideOf = asideOf;
  }

  /** In parentheses if it binds less tightly than its context. */
  expr(part: Expr, least: number): string {
    if ('alias' in part) return this.#field(part.alias, least);
    if ('value' in part) return value(part.value);
    if ('case' in part) return least > 0 ? `(${this.#case(part)})` : this.#case(part);
    const sign = byFunction.get(part.fn);
    const [first, second, third] = part.args;
    if (sign && first && second && third === undefined) {
      const text = `${this.expr(first, sign.binds)} ${sign.sign} ${this.expr(second, sign.binds + 1)}`;
      return sign.binds < least ? `(${text})` : text;
    }
    if (part.fn === 'NEG' && first) return `-${this.expr(first, 9)}`;
    return `${part.fn}(${part.args.map((one) => this.expr(one, 0)).join(', ')})`;
  }

  #field(alias: string, least = 0): string {
    const aside = isHelper(alias) ? this.#asideOf(alias) : undefined;
    return aside ? this.expr(aside, least) : `[${this.#labelOf(alias)}]`;
  }

  #case({ case: branches, else: other }: CaseExpr): string {
    // A nested conditional is parenthesized, because its ELSE would be ambiguous.
    const parts = branches.map(({ when, then }) => `WHEN ${this.#rule(when)} THEN ${this.expr(then, 1)}`);
    return [...parts, ...(other ? [`ELSE ${this.expr(other, 1)}`] : [])].join(' ');
  }

  #rule(rule: Rule): string {
    if (!isGroup(rule)) return this.#condition(rule.func);
    const { with: combinator, entries } = rule.cond;
    const isLoose = (one: Rule) => isGroup(one) && one.cond.with !== 'NOT';
    const inner = entries.map((one) => (isLoose(one) ? `(${this.#rule(one)})` : this.#rule(one)));
    if (combinator !== 'NOT') return inner.join(` ${combinator} `);
    const [only, more] = inner;
    return more === undefined ? `NOT ${only}` : `NOT (${inner.join(' OR ')})`;
  }

  #condition({ name, args }: Exclude<Rule, { cond: unknown }>['func']): string {
    const [subject, second] = args;
    const field = this.#operand(subject);
    if (name === 'IS_NULL') return `${field} IS NULL`;
    if (name === 'NOT_IS_NULL') return `${field} IS NOT NULL`;
    const sign = byOperator.get(name);
    if (sign === undefined) throw new NotExpressible();
    return `${field} ${sign} ${this.#operand(second)}`;
  }

  #operand(argument: Argument | undefined): string {
    // A conditional within a condition is parenthesized, because its conditions would merge with the outer ones.
    if (isAlias(argument)) return this.#field(argument.alias, 1);
    if (!isValue(argument) || typeof argument.value === 'object') throw new NotExpressible();
    return value(argument.value);
  }
}

function value(one: unknown): string {
  return typeof one === 'string' ? `'${one.replaceAll("'", "''")}'` : String(one);
}

/** The formula of an expression; undefined if a formula cannot express some part. */
export function formulaOf(
  expr: Expr,
  labelOf: (alias: string) => string,
  asideOf: (alias: string) => Expr | undefined = () => undefined,
): string | undefined {
  try {
    return new Writer(labelOf, asideOf).expr(expr, 0);
  } catch (error) {
    if (error instanceof NotExpressible) return undefined;
    throw error;
  }
}
