// Computed fields as people write them: [Unit Price] * [Quantity]. From text to an expression, and back.
import type { Expr } from '../../src/contract/grid.ts';

/** Where a formula cannot be read, and why. */
export interface Mistake {
  readonly at: number;
  readonly kind: 'unexpected' | 'unknown-field' | 'unfinished';
  readonly text: string;
}

export type Parsed = { readonly expr: Expr } | { readonly mistake: Mistake };

type Token =
  | {
      readonly kind: 'number' | 'text' | 'field' | 'name' | 'sign';
      readonly text: string;
      readonly at: number;
    }
  | { readonly kind: 'end'; readonly text: ''; readonly at: number };

const TOKEN =
  /\s*(?:(\d+(?:\.\d+)?|\.\d+)|'((?:[^']|'')*)'|"((?:[^"]|"")*)"|\[([^\]]*)\]|([A-Za-z_]\w*)|([-+*/%&(),]))/y;

class FormulaError extends Error {
  readonly mistake: Mistake;
  constructor(mistake: Mistake) {
    super(mistake.kind);
    this.mistake = mistake;
  }
}

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  for (;;) {
    const from = TOKEN.lastIndex;
    if (/^\s*$/.test(text.slice(from))) return [...tokens, { kind: 'end', text: '', at: text.length }];
    const found = TOKEN.exec(text);
    const at = from + (/^\s*/.exec(text.slice(from))?.[0].length ?? 0);
    if (!found) throw new FormulaError({ at, kind: 'unexpected', text: text.charAt(at) });
    const [, number, single, double, field, name, sign = ''] = found;
    if (number !== undefined) tokens.push({ kind: 'number', text: number, at });
    else if (single !== undefined) tokens.push({ kind: 'text', text: single.replaceAll("''", "'"), at });
    else if (double !== undefined) tokens.push({ kind: 'text', text: double.replaceAll('""', '"'), at });
    else if (field !== undefined) tokens.push({ kind: 'field', text: field, at });
    else if (name !== undefined) tokens.push({ kind: 'name', text: name, at });
    else tokens.push({ kind: 'sign', text: sign, at });
  }
}

/** The functions that signs stand for; those with a higher number bind more tightly. */
const signs: Readonly<Record<string, { readonly fn: string; readonly binds: number }>> = {
  '&': { fn: 'CONCAT', binds: 1 },
  '+': { fn: 'ADD', binds: 2 },
  '-': { fn: 'SUB', binds: 2 },
  '*': { fn: 'MUL', binds: 3 },
  '/': { fn: 'DIV', binds: 3 },
  '%': { fn: 'MOD', binds: 3 },
};

class Parser {
  readonly #tokens: readonly Token[];
  readonly #aliasOf: (label: string) => string | undefined;
  #place = 0;

  constructor(text: string, aliasOf: (label: string) => string | undefined) {
    this.#tokens = tokensOf(text);
    this.#aliasOf = aliasOf;
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
    const token = this.#here;
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
        return this.#takes('(') ? { fn: token.text.toUpperCase(), args: this.#list() } : this.#field(token);
      default:
        this.#place--;
        throw this.#unexpected();
    }
  }

  #list(): readonly Expr[] {
    if (this.#takes(')')) return [];
    const args = [this.#operation(0)];
    while (this.#takes(',')) args.push(this.#operation(0));
    if (!this.#takes(')')) throw this.#unexpected();
    return args;
  }

  #field({ text, at }: Token): Expr {
    const alias = this.#aliasOf(text);
    if (alias === undefined) throw new FormulaError({ at, kind: 'unknown-field', text });
    return { alias };
  }
}

/** `aliasOf` finds the field that a label means. */
export function parseFormula(text: string, aliasOf: (label: string) => string | undefined): Parsed {
  try {
    return { expr: new Parser(text, aliasOf).whole() };
  } catch (error) {
    if (error instanceof FormulaError) return { mistake: error.mistake };
    throw error;
  }
}

const bySign = new Map(Object.entries(signs).map(([sign, { fn, binds }]) => [fn, { sign, binds }]));

/** The formula of an expression; undefined where it has parts that no formula can hold. */
export function formulaOf(expr: Expr, labelOf: (alias: string) => string): string | undefined {
  const write = (part: Expr, least: number): string => {
    if ('alias' in part) return `[${labelOf(part.alias)}]`;
    if ('value' in part) {
      return typeof part.value === 'string' ? `'${part.value.replaceAll("'", "''")}'` : String(part.value);
    }
    if (!('fn' in part)) throw new FormulaError({ at: 0, kind: 'unexpected', text: '' });
    const sign = bySign.get(part.fn);
    const [first, second, third] = part.args;
    if (sign && first && second && third === undefined) {
      const text = `${write(first, sign.binds)} ${sign.sign} ${write(second, sign.binds + 1)}`;
      return sign.binds < least ? `(${text})` : text;
    }
    if (part.fn === 'NEG' && first) return `-${write(first, 9)}`;
    return `${part.fn}(${part.args.map((one) => write(one, 0)).join(', ')})`;
  };
  try {
    return write(expr, 0);
  } catch (error) {
    if (error instanceof FormulaError) return undefined;
    throw error;
  }
}
