// Splits SQL and JSON into tokens for syntax highlighting.

export type Language = 'sql' | 'json';
export interface Token {
  readonly kind: 'word' | 'name' | 'text' | 'number' | 'plain';
  readonly text: string;
}

const keywords =
  'select|from|where|and|or|not|as|on|join|left|right|inner|outer|cross|lateral|group|by|order|asc|desc|nulls|first|last|limit|offset|fetch|next|rows|only|case|when|then|else|end|is|null|in|exists|between|like|ilike|escape|distinct|with|union|all|over|partition|cast|true|false|having|values|collate|using';

const patterns: Record<Language, RegExp> = {
  sql: new RegExp(
    `(?<text>'(?:[^']|'')*')|(?<name>"(?:[^"]|"")*"|\`(?:[^\`]|\`\`)*\`)|(?<number>\\b\\d+(?:\\.\\d+)?\\b|[$?]\\d*)|(?<word>\\b(?:${keywords})\\b)`,
    'gi',
  ),
  json: /(?<name>"(?:[^"\\]|\\.)*"(?=\s*:))|(?<text>"(?:[^"\\]|\\.)*")|(?<number>-?\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b)|(?<word>\b(?:true|false|null)\b)/g,
};

const LINE_STARTS =
  /^(from|where|group by|order by|limit|offset|union|(left |right |inner |cross |full )?(outer )?join)\b/i;
const QUOTED = /^('(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`)/;

/** One clause per line, one column per line; the statement itself is unchanged. */
export function layOutSql(sql: string): string {
  let out = '';
  let depth = 0;
  let selecting = true;
  for (let at = 0; at < sql.length; ) {
    const rest = sql.slice(at);
    const character = sql.charAt(at);
    const quoted = QUOTED.exec(rest)?.[0];
    const clause = depth === 0 && /\s/.test(sql.charAt(at - 1)) ? LINE_STARTS.exec(rest)?.[0] : undefined;
    if (clause) {
      selecting = false;
      out = `${out.trimEnd()}\n${clause}`;
    } else if (depth === 0 && selecting && character === ',') out += ',\n ';
    else out += quoted ?? character;
    if (character === '(') depth++;
    if (character === ')') depth--;
    at += (quoted ?? clause ?? character).length;
  }
  return out;
}

const kinds = ['word', 'name', 'text', 'number'] as const;

export function tokens(text: string, language: Language): readonly Token[] {
  const found: Token[] = [];
  let at = 0;
  for (const match of text.matchAll(patterns[language])) {
    if (match.index > at) found.push({ kind: 'plain', text: text.slice(at, match.index) });
    const kind = kinds.find((one) => match.groups?.[one] !== undefined) ?? 'plain';
    found.push({ kind, text: match[0] });
    at = match.index + match[0].length;
  }
  if (at < text.length) found.push({ kind: 'plain', text: text.slice(at) });
  return found;
}
