// Parses computed fields as people write them: [Unit Price] * [Quantity], WHEN [Total] > 10 THEN 'large' ELSE 'small'.
import {
  type AliasArgument,
  type Branch,
  branch,
  type CaseExpr,
  type Combinator,
  type Expr,
  type Rule,
  type ValueArgument,
} from '../document.ts';
import { aggregateNames, alsoCalled, binaryOperators, comparisons, datePartNames } from './formulaNames.ts';
import { formulaOf } from './formulaText.ts';
import { bracketLabels, FormulaError, type Mistake, type Token, tokensOf } from './formulaTokens.ts';
import { type HelperFields, helperName } from './helperFields.ts';

export type Parsed = { readonly expr: Expr; readonly asides?: HelperFields } | { readonly mistake: Mistake };

/** The words allowed as an argument of a function, such as units of time. */
export type AllowedWords = (fn: string, place: number) => readonly string[] | undefined;

/** The names that a formula may use. */
interface Names {
  readonly aliasOf: (label: string) => string | undefined;
  readonly wordsAt: AllowedWords;
}

class Parser {
  readonly #tokens: readonly Token[];
  readonly #names: Names;
  readonly asides = new Map<string, Expr>();
  #place = 0;

  constructor(text: string, names: Names) {
    this.#tokens = tokensOf(text);
    this.#names = names;
  }

  parseAll(): Expr {
    const expr = this.#operation(0);
    if (this.#current.kind !== 'end') throw this.#unexpected();
    return expr;
  }

  get #current(): Token {
    return this.#tokens[this.#place] ?? { kind: 'end', text: '', at: 0 };
  }

  #unexpected(): FormulaError {
    const { kind, text, at } = this.#current;
    return new FormulaError({ at, kind: kind === 'end' ? 'unfinished' : 'unexpected', text });
  }

  #accept(sign: string): boolean {
    const { kind, text } = this.#current;
    if (kind !== 'sign' || text !== sign) return false;
    this.#place++;
    return true;
  }

  /** A keyword; a field of that name has to be written in brackets. */
  #acceptWord(word: string): boolean {
    const { kind, text } = this.#current;
    if (kind !== 'name' || text.toUpperCase() !== word) return false;
    this.#place++;
    return true;
  }

  /** WHEN, SQL's CASE WHEN, or IF … THEN. */
  #acceptWhen(): boolean {
    const next = this.#tokens[this.#place + 1];
    if (next?.text !== '(' && this.#acceptWord('IF')) return true;
    if (next?.kind === 'name' && next.text.toUpperCase() === 'WHEN') this.#acceptWord('CASE');
    return this.#acceptWord('WHEN');
  }

  /** TRUE and FALSE, or yes and no as the page shows them; undefined for anything else. */
  #truth(): boolean | undefined {
    const { text } = this.#current;
    // Many tables have a column named No.
    const isShown = this.#names.aliasOf(text) === undefined;
    if (this.#acceptWord('TRUE') || (isShown && this.#acceptWord('YES'))) return true;
    return this.#acceptWord('FALSE') || (isShown && this.#acceptWord('NO')) ? false : undefined;
  }

  #case(): CaseExpr {
    const branches: Branch[] = [];
    do {
      const when = this.#disjunction();
      if (!this.#acceptWord('THEN')) throw this.#unexpected();
      branches.push(branch(when, this.#operation(0)));
    } while (this.#acceptWord('WHEN'));
    const other = this.#acceptWord('ELSE') ? this.#operation(0) : undefined;
    this.#acceptWord('END');
    return { case: branches, ...(other ? { else: other } : {}) };
  }

  #disjunction(): Rule {
    return this.#chain('OR', () => this.#chain('AND', () => this.#condition()));
  }

  #chain(combinator: Combinator, next: () => Rule): Rule {
    const first = next();
    const entries = [first];
    while (this.#acceptWord(combinator)) entries.push(next());
    return entries.length > 1 ? { cond: { with: combinator, entries } } : first;
  }

  #condition(): Rule {
    if (this.#acceptWord('NOT')) return { cond: { with: 'NOT', entries: [this.#condition()] } };
    const group = this.#group();
    if (group) return group;
    const field = this.#subject();
    if (this.#endsCondition) return { func: { name: 'EQ', args: [field, { value: true }] } };
    if (this.#acceptWord('IS')) {
      const truth = this.#truth();
      if (truth !== undefined) return { func: { name: 'EQ', args: [field, { value: truth }] } };
      const name = this.#acceptWord('NOT') ? 'NOT_IS_NULL' : 'IS_NULL';
      if (!this.#acceptWord('NULL')) throw this.#unexpected();
      return { func: { name, args: [field] } };
    }
    const name = comparisons[this.#current.text.toUpperCase()];
    if (name === undefined) throw this.#unexpected();
    this.#place++;
    return { func: { name, args: [field, this.#compared()] } };
  }

  /** Whether the field just read is a condition by itself: IF([Explicit], 1, 0). */
  get #endsCondition(): boolean {
    const { kind, text } = this.#current;
    if (kind === 'sign') return text === ',' || text === ')';
    return kind === 'name' && ['THEN', 'AND', 'OR'].includes(text.toUpperCase());
  }

  /** Parenthesized conditions; undefined if the parentheses are part of a computation: ([A] + [B]) > 1. */
  #group(): Rule | undefined {
    const start = this.#place;
    const before = new Set(this.asides.keys());
    if (!this.#accept('(')) return undefined;
    try {
      const inner = this.#disjunction();
      if (!this.#accept(')')) throw this.#unexpected();
      const { text } = this.#current;
      if (!binaryOperators[text] && comparisons[text.toUpperCase()] === undefined) return inner;
    } catch (error) {
      if (!(error instanceof FormulaError) || !this.#isComputed(start)) throw error;
    }
    for (const name of this.asides.keys()) if (!before.has(name)) this.asides.delete(name);
    this.#place = start;
    return undefined;
  }

  /** Whether a computation starts at a token. */
  #isComputed(place: number): boolean {
    this.#place = place;
    try {
      this.#operation(0);
      return true;
    } catch (error) {
      if (error instanceof FormulaError) return false;
      throw error;
    }
  }

  /** The left side of a condition: a field, or a computation. */
  #subject(): AliasArgument {
    const token = this.#current;
    const compared = this.#compared();
    if ('alias' in compared) return compared;
    throw new FormulaError({ at: token.at, kind: 'unexpected', text: token.text });
  }

  /** The right side: a field, a value, or a computation. */
  #compared(): AliasArgument | ValueArgument {
    const expr = this.#operation(0);
    if ('alias' in expr) return expr;
    if ('value' in expr && typeof expr.value !== 'object') return { value: expr.value };
    const [only] = 'fn' in expr && expr.fn === 'NEG' ? expr.args : [];
    if (only && 'value' in only && typeof only.value === 'number') return { value: -only.value };
    const formula = formulaOf(
      expr,
      (label) => label,
      (name) => this.asides.get(name),
    );
    if (formula === undefined) throw this.#unexpected();
    const alias = helperName(formula);
    this.asides.set(alias, expr);
    return { alias };
  }

  #operation(least: number): Expr {
    let left = this.#part();
    for (;;) {
      const { kind, text } = this.#current;
      const sign = kind === 'sign' ? binaryOperators[text] : undefined;
      if (!sign || sign.binds < least) return left;
      this.#place++;
      left = { fn: sign.fn, args: [left, this.#operation(sign.binds + 1)] };
    }
  }

  #part(): Expr {
    const truth = this.#truth();
    if (truth !== undefined) return { value: truth };
    const token = this.#current;
    if (this.#acceptWhen()) return this.#case();
    if (this.#accept('-')) return { fn: 'NEG', args: [this.#part()] };
    if (this.#accept('(')) {
      const inner = this.#operation(0);
      if (!this.#accept(')')) throw this.#unexpected();
      return inner;
    }
    this.#place++;
    switch (token.kind) {
      case 'number':
      case 'text':
        return { value: token.kind === 'number' ? Number(token.text) : token.text };
      case 'field':
        return this.#field(token);
      case 'name':
        return this.#accept('(') ? this.#call(token) : this.#field(token);
      default:
        this.#place--;
        throw this.#unexpected();
    }
  }

  #call({ text, at }: Token): Expr {
    const called = text.toUpperCase();
    if (aggregateNames.has(called)) throw new FormulaError({ at, kind: 'of-many', text: called });
    if (called === 'IF') return this.#ifThenElse();
    const fn = alsoCalled[called] ?? called;
    const args: Expr[] = [];
    if (this.#accept(')')) return { fn, args };
    do args.push(this.#word(fn, args.length) ?? this.#operation(0));
    while (this.#accept(','));
    if (!this.#accept(')')) throw this.#unexpected();
    if (!datePartNames.has(called)) return { fn, args };
    return { fn: 'PART', args: [...args, { value: called.toLowerCase() }] };
  }

  /** IF(condition, value, other value), as in spreadsheets. */
  #ifThenElse(): Expr {
    const when = this.#disjunction();
    if (!this.#accept(',')) throw this.#unexpected();
    const then = this.#operation(0);
    const other = this.#accept(',') ? this.#operation(0) : undefined;
    if (!this.#accept(')')) throw this.#unexpected();
    return { case: [branch(when, then)], ...(other ? { else: other } : {}) };
  }

  /** A word that the function accepts as this argument without quotes. */
  #word(fn: string, place: number): Expr | undefined {
    const { kind, text } = this.#current;
    const word = kind === 'name' && this.#names.wordsAt(fn, place)?.find((one) => one === text.toLowerCase());
    if (!word) return undefined;
    this.#place++;
    return { value: word };
  }

  #field({ text, at }: Token): AliasArgument {
    const alias = this.#names.aliasOf(text);
    if (alias === undefined) throw new FormulaError({ at, kind: 'unknown-field', text });
    return { alias };
  }
}

/** `labels`: those of all fields; `aliasOf` resolves one of them. */
export function parseFormula(
  text: string,
  { labels = [], ...names }: Partial<Names> & Pick<Names, 'aliasOf'> & { readonly labels?: Iterable<string> },
): Parsed {
  const known: Names = { wordsAt: () => undefined, ...names };
  const parsed = parse(text, known);
  if ('expr' in parsed) return parsed;
  const instead = bracketLabels(text, labels);
  if (instead === text || !('expr' in parse(instead, known))) return parsed;
  return { mistake: { ...parsed.mistake, instead } };
}

function parse(text: string, names: Names): Parsed {
  try {
    const parser = new Parser(text, names);
    const expr = parser.parseAll();
    return parser.asides.size > 0 ? { expr, asides: parser.asides } : { expr };
  } catch (error) {
    if (error instanceof FormulaError) return { mistake: error.mistake };
    throw error;
  }
}
