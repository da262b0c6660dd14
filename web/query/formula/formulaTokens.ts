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

/** The function in whose brackets a text ends, and at which of its places. */
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

/** With brackets around all names of fields, whatever their case; what stands in quotes or brackets stays. */
export function inBrackets(text: string, labels: Iterable<string>): string {
  const byName = new Map([...labels].map((label) => [label.toLowerCase(), label] as const));
  const written = text.toLowerCase();
  // Of thousands of names few are in it.
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
