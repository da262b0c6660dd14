// The words and signs of a formula, one after the other.

/** Where a formula cannot be read, and why. */
export interface Mistake {
  readonly at: number;
  readonly kind: 'unexpected' | 'unknown-field' | 'unfinished' | 'of-many' | 'of-rows' | 'in-condition';
  readonly text: string;
  /** The formula with the fields that it names in brackets, where it can be read then. */
  readonly instead?: string;
}

export type Token =
  | {
      readonly kind: 'number' | 'text' | 'field' | 'name' | 'sign';
      readonly text: string;
      readonly at: number;
    }
  | { readonly kind: 'end'; readonly text: ''; readonly at: number };

const TOKEN =
  /\s*(?:(\d+(?:\.\d+)?|\.\d+)|'((?:[^']|'')*)'|"((?:[^"]|"")*)"|\[([^\]]*)\]|([\p{L}_][\p{L}\p{N}_]*)|(<>|!=|<=|>=|[-+*/%&(),<>=×·÷−–≤≥≠]))/uy;

/** Signs as people and their programs write them. */
const writtenAs: Readonly<Record<string, string>> = {
  '×': '*',
  '·': '*',
  '÷': '/',
  '−': '-',
  '–': '-',
  '≤': '<=',
  '≥': '>=',
  '≠': '<>',
};

export class FormulaError extends Error {
  readonly mistake: Mistake;
  constructor(mistake: Mistake) {
    super(mistake.kind);
    this.mistake = mistake;
  }
}

export function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  for (;;) {
    const from = TOKEN.lastIndex;
    if (/^\s*$/.test(text.slice(from))) return [...tokens, { kind: 'end', text: '', at: text.length }];
    const found = TOKEN.exec(text);
    const at = from + (/^\s*/.exec(text.slice(from))?.[0].length ?? 0);
    if (!found) {
      // What is opened is being written.
      const kind = /['"[]/.test(text.charAt(at)) ? 'unfinished' : 'unexpected';
      throw new FormulaError({ at, kind, text: text.charAt(at) });
    }
    const [, number, single, double, field, name, sign = ''] = found;
    if (number !== undefined) tokens.push({ kind: 'number', text: number, at });
    else if (single !== undefined) tokens.push({ kind: 'text', text: single.replaceAll("''", "'"), at });
    else if (double !== undefined) tokens.push({ kind: 'text', text: double.replaceAll('""', '"'), at });
    else if (field !== undefined) tokens.push({ kind: 'field', text: field, at });
    else if (name !== undefined) tokens.push({ kind: 'name', text: name, at });
    else tokens.push({ kind: 'sign', text: writtenAs[sign] ?? sign, at });
  }
}
