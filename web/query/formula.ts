// Reads computed fields as people write them: [Unit Price] * [Quantity], WHEN [Total] > 10 THEN 'large' ELSE 'small'.
import {
  type AliasArgument,
  type Argument,
  type Branch,
  branch,
  type CaseExpr,
  type Combinator,
  type Expr,
  type Rule,
} from './document.ts';

/** Where a formula cannot be read, and why. */
export interface Mistake {
  readonly at: number;
  readonly kind: 'unexpected' | 'unknown-field' | 'unfinished';
  readonly text: string;
  /** The formula with the fields that it names in brackets, where it can be read then. */
  readonly instead?: string;
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
  /\s*(?:(\d+(?:\.\d+)?|\.\d+)|'((?:[^']|'')*)'|"((?:[^"]|"")*)"|\[([^\]]*)\]|([A-Za-z_]\w*)|(<>|!=|<=|>=|[-+*/%&(),<>=]))/y;

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
export const signs: Readonly<Record<string, { readonly fn: string; readonly binds: number }>> = {
  '&': { fn: 'CONCAT', binds: 1 },
  '+': { fn: 'ADD', binds: 2 },
  '-': { fn: 'SUB', binds: 2 },
  '*': { fn: 'MUL', binds: 3 },
  '/': { fn: 'DIV', binds: 3 },
  '%': { fn: 'MOD', binds: 3 },
};

/** The conditions that signs and words stand for. */
export const comparisons: Readonly<Record<string, string>> = {
  '=': 'EQ',
  '<>': 'NOT_EQ',
  '!=': 'NOT_EQ',
  '<': 'LT',
  '<=': 'LTE',
  '>': 'GT',
  '>=': 'GTE',
  CONTAINS: 'ICONTAINS',
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

  /** A word of the language, which a field of that name cannot be: such a field stands in brackets. */
  #takesWord(word: string): boolean {
    const { kind, text } = this.#here;
    if (kind !== 'name' || text.toUpperCase() !== word) return false;
    this.#place++;
    return true;
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
    if (this.#takes('(')) {
      const inner = this.#either();
      if (!this.#takes(')')) throw this.#unexpected();
      return inner;
    }
    const field = this.#subject();
    if (this.#takesWord('IS')) {
      const name = this.#takesWord('NOT') ? 'NOT_IS_NULL' : 'IS_NULL';
      if (!this.#takesWord('NULL')) throw this.#unexpected();
      return { func: { name, args: [field] } };
    }
    const name = comparisons[this.#here.text.toUpperCase()];
    if (name === undefined) throw this.#unexpected();
    this.#place++;
    return { func: { name, args: [field, this.#compared()] } };
  }

  /** What a condition is about: a field. */
  #subject(): AliasArgument {
    const token = this.#here;
    if (token.kind !== 'field' && token.kind !== 'name') throw this.#unexpected();
    this.#place++;
    return this.#field(token);
  }

  /** What it is compared with: a field or a value. */
  #compared(): Argument {
    const minus = this.#takes('-') ? '-' : '';
    const token = this.#here;
    if (token.kind !== 'number' && (minus || token.kind !== 'text')) return this.#subject();
    this.#place++;
    return { value: token.kind === 'number' ? Number(minus + token.text) : token.text };
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
    if (this.#takesWord('WHEN')) return this.#case();
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

  #field({ text, at }: Token): AliasArgument {
    const alias = this.#aliasOf(text);
    if (alias === undefined) throw new FormulaError({ at, kind: 'unknown-field', text });
    return { alias };
  }
}

type AliasOf = (label: string) => string | undefined;

/** `aliasOf` finds the field that a label means; `labels`: those of all fields. */
export function parseFormula(text: string, aliasOf: AliasOf, labels: Iterable<string> = []): Parsed {
  const parsed = parse(text, aliasOf);
  if ('expr' in parsed) return parsed;
  const instead = inBrackets(text, labels);
  if (instead === text || !('expr' in parse(instead, aliasOf))) return parsed;
  return { mistake: { ...parsed.mistake, instead } };
}

function parse(text: string, aliasOf: AliasOf): Parsed {
  try {
    return { expr: new Parser(text, aliasOf).whole() };
  } catch (error) {
    if (error instanceof FormulaError) return { mistake: error.mistake };
    throw error;
  }
}

/** With brackets around all names of fields, whatever their case; what stands in quotes or brackets stays. */
function inBrackets(text: string, labels: Iterable<string>): string {
  const byName = new Map([...labels].map((label) => [label.toLowerCase(), label]));
  const names = [...byName.keys()].sort((a, b) => b.length - a.length);
  const escaped = names.map((name) => name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|');
  if (escaped === '') return text;
  const words = new RegExp(
    `'[^']*'|"[^"]*"|\\[[^\\]]*\\]|(?<![\\p{L}\\p{N}_])(?:${escaped})(?![\\p{L}\\p{N}_])`,
    'giu',
  );
  return text.replace(words, (found) => {
    const label = byName.get(found.toLowerCase());
    return label === undefined ? found : `[${label}]`;
  });
}
