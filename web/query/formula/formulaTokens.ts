// The tokens of a formula.

/** The position and reason of a syntax error. */
export interface Mistake {
  readonly at: number;
  readonly kind: 'unexpected' | 'unknown-field' | 'unfinished' | 'of-many' | 'of-rows' | 'in-condition';
  readonly text: string;
  /** The formula with brackets around its field names, if it can be parsed that way. */
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

/** Operators as people and their programs write them. */
const signAliases: Readonly<Record<string, string>> = {
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
      // An unclosed quote or bracket means that the formula is still being typed.
      const kind = /['"[]/.test(text.charAt(at)) ? 'unfinished' : 'unexpected';
      throw new FormulaError({ at, kind, text: text.charAt(at) });
    }
    const [, number, single, double, field, name, sign = ''] = found;
    if (number !== undefined) tokens.push({ kind: 'number', text: number, at });
    else if (single !== undefined) tokens.push({ kind: 'text', text: single.replaceAll("''", "'"), at });
    else if (double !== undefined) tokens.push({ kind: 'text', text: double.replaceAll('""', '"'), at });
    else if (field !== undefined) tokens.push({ kind: 'field', text: field, at });
    else if (name !== undefined) tokens.push({ kind: 'name', text: name, at });
    else tokens.push({ kind: 'sign', text: signAliases[sign] ?? sign, at });
  }
}

/** The function and argument position at the end of a text. */
export function callAt(text: string): { readonly fn: string; readonly place: number } | undefined {
  const open: { fn: string; place: number }[] = [];
  let name = '';
  for (const [part] of text.matchAll(/'(?:[^']|'')*'?|"(?:[^"]|"")*"?|\[[^\]]*\]?|[A-Za-z_]\w*|\S/g)) {
    const last = open.at(-1);
    if (part === '(') open.push({ fn: name, place: 0 });
    else if (part === ')') open.pop();
    else if (part === ',' && last) last.place++;
    name = /^[A-Za-z_]/.test(part) ? part.toUpperCase() : '';
  }
  const found = open.at(-1);
  return found && found.fn !== '' ? found : undefined;
}

/** Puts brackets around all field names, ignoring case; quoted and bracketed text is unchanged. */
export function bracketLabels(text: string, labels: Iterable<string>): string {
  const byName = new Map([...labels].map((label) => [label.toLowerCase(), label] as const));
  const written = text.toLowerCase();
  // Only few of thousands of names occur in it.
  const names = [...byName.keys()]
    .filter((name) => written.includes(name))
    .sort((a, b) => b.length - a.length);
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
