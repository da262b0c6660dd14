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
import { type Asides, asideName } from './asides.ts';
import { alsoCalled, comparisons, ofManyRows, partsOfMoments, signs } from './formulaNames.ts';
import { formulaOf } from './formulaText.ts';
import { FormulaError, inBrackets, type Mistake, type Token, tokensOf } from './formulaTokens.ts';

export type Parsed = { readonly expr: Expr; readonly asides?: Asides } | { readonly mistake: Mistake };

/** The words allowed as an argument of a function, such as units of time. */
export type WordsAt = (fn: string, place: number) => readonly string[] | undefined;

/** The names that a formula may use. */
interface Names {
  readonly aliasOf: (label: string) => string | undefined;
  readonly wordsAt: WordsAt;
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

  whole(): Expr {
    const expr = this.#operation(0);
    if (this.#here.kind !== 'end') throw this.#unexpected();
    return expr;
  }

  get #here(): Token {
    return this.#tokens[this.#place] ?? { kind: 'end', text: '', at: 0 };
  }

  #unexpected(): FormulaError {
    const { kind, text, at } = this.#here;
    return new FormulaError({ at, kind: kind === 'end' ? 'unfinished' : 'unexpected', text });
  }

  #takes(sign: string): boolean {
    const { kind, text } = this.#here;
    if (kind !== 'sign' || text !== sign) return false;
    this.#place++;
    return true;
  }

  /** A keyword; a field of that name has to be written in brackets. */
  #takesWord(word: string): boolean {
    const { kind, text } = this.#here;
    if (kind !== 'name' || text.toUpperCase() !== word) return false;
    this.#place++;
    return true;
  }

  /** WHEN, SQL's CASE WHEN, or IF … THEN. */
  #takesWhen(): boolean {
    const next = this.#tokens[this.#place + 1];
    if (next?.text !== '(' && this.#takesWord('IF')) return true;
    if (next?.kind === 'name' && next.text.toUpperCase() === 'WHEN') this.#takesWord('CASE');
    return this.#takesWord('WHEN');
  }

  /** TRUE and FALSE, or yes and no as the page shows them; undefined for anything else. */
  #truth(): boolean | undefined {
    const { text } = this.#here;
    // Many tables have a column named No.
    const isShown = this.#names.aliasOf(text) === undefined;
    if (this.#takesWord('TRUE') || (isShown && this.#takesWord('YES'))) return true;
    return this.#takesWord('FALSE') || (isShown && this.#takesWord('NO')) ? false : undefined;
  }

  #case(): CaseExpr {
    const branches: Branch[] = [];
    do {
      const when = this.#either();
      if (!this.#takesWord('THEN')) throw this.#unexpected();
      branches.push(branch(when, this.#operation(0)));
    } while (this.#takesWord('WHEN'));
    const other = this.#takesWord('ELSE') ? this.#operation(0) : undefined;
    this.#takesWord('END');
    return { case: branches, ...(other ? { else: other } : {}) };
  }

  #either(): Rule {
    return this.#joined('OR', () => this.#joined('AND', () => this.#condition()));
  }

  #joined(combinator: Combinator, next: () => Rule): Rule {
    const first = next();
    const entries = [first];
    while (this.#takesWord(combinator)) entries.push(next());
    return entries.length > 1 ? { cond: { with: combinator, entries } } : first;
  }

  #condition(): Rule {
    if (this.#takesWord('NOT')) return { cond: { with: 'NOT', entries: [this.#condition()] } };
    const group = this.#group();
    if (group) return group;
    const field = this.#subject();
    if (this.#endsCondition) return { func: { name: 'EQ', args: [field, { value: true }] } };
    if (this.#takesWord('IS')) {
      const truth = this.#truth();
      if (truth !== undefined) return { func: { name: 'EQ', args: [field, { value: truth }] } };
      const name = this.#takesWord('NOT') ? 'NOT_IS_NULL' : 'IS_NULL';
      if (!this.#takesWord('NULL')) throw this.#unexpected();
      return { func: { name, args: [field] } };
    }
    const name = comparisons[this.#here.text.toUpperCase()];
    if (name === undefined) throw this.#unexpected();
    this.#place++;
    return { func: { name, args: [field, this.#compared()] } };
  }

  /** Whether the field just read is a condition by itself: IF([Explicit], 1, 0). */
  get #endsCondition(): boolean {
    const { kind, text } = this.#here;
    if (kind === 'sign') return text === ',' || text === ')';
    return kind === 'name' && ['THEN', 'AND', 'OR'].includes(text.toUpperCase());
  }

  /** Parenthesized conditions; undefined if the parentheses are part of a computation: ([A] + [B]) > 1. */
  #group(): Rule | undefined {
    const start = this.#place;
    const before = new Set(this.asides.keys());
    if (!this.#takes('(')) return undefined;
    try {
      const inner = this.#either();
      if (!this.#takes(')')) throw this.#unexpected();
      const { text } = this.#here;
      if (!signs[text] && comparisons[text.toUpperCase()] === undefined) return inner;
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
    const token = this.#here;
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
    const alias = asideName(formula);
    this.asides.set(alias, expr);
    return { alias };
  }

  #operation(least: number): Expr {
    let left = this.#part();
    for (;;) {
      const { kind, text } = this.#here;
      const sign = kind === 'sign' ? signs[text] : undefined;
      if (!sign || sign.binds < least) return left;
      this.#place++;
      left = { fn: sign.fn, args: [left, this.#operation(sign.binds + 1)] };
    }
  }

  #part(): Expr {
    const truth = this.#truth();
    if (truth !== undefined) return { value: truth };
    const token = this.#here;
    if (this.#takesWhen()) return this.#case();
    if (this.#takes('-')) return { fn: 'NEG', args: [this.#part()] };
    if (this.#takes('(')) {
      const inner = this.#operation(0);
      if (!this.#takes(')')) throw this.#unexpected();
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
        return this.#takes('(') ? this.#call(token) : this.#field(token);
      default:
        this.#place--;
        throw this.#unexpected();
    }
  }

  #call({ text, at }: Token): Expr {
    const called = text.toUpperCase();
    if (ofManyRows.has(called)) throw new FormulaError({ at, kind: 'of-many', text: called });
    if (called === 'IF') return this.#ifThenElse();
    const fn = alsoCalled[called] ?? called;
    const args: Expr[] = [];
    if (this.#takes(')')) return { fn, args };
    do args.push(this.#word(fn, args.length) ?? this.#operation(0));
    while (this.#takes(','));
    if (!this.#takes(')')) throw this.#unexpected();
    if (!partsOfMoments.has(called)) return { fn, args };
    return { fn: 'PART', args: [...args, { value: called.toLowerCase() }] };
  }

  /** IF(condition, value, other value), as in spreadsheets. */
  #ifThenElse(): Expr {
    const when = this.#either();
    if (!this.#takes(',')) throw this.#unexpected();
    const then = this.#operation(0);
    const other = this.#takes(',') ? this.#operation(0) : undefined;
    if (!this.#takes(')')) throw this.#unexpected();
    return { case: [branch(when, then)], ...(other ? { else: other } : {}) };
  }

  /** A word that the function accepts as this argument without quotes. */
  #word(fn: string, place: number): Expr | undefined {
    const { kind, text } = this.#here;
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
  const instead = inBrackets(text, labels);
  if (instead === text || !('expr' in parse(instead, known))) return parsed;
  return { mistake: { ...parsed.mistake, instead } };
}

function parse(text: string, names: Names): Parsed {
  try {
    const parser = new Parser(text, names);
    const expr = parser.whole();
    return parser.asides.size > 0 ? { expr, asides: parser.asides } : { expr };
  } catch (error) {
    if (error instanceof FormulaError) return { mistake: error.mistake };
    throw error;
  }
}
