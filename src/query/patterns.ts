// Patterns of LIKE and its relatives, as data: what is literal and what is a wildcard.

export type PatternPart = { readonly text: string } | 'any' | 'one';
export type Pattern = readonly PatternPart[];

/** `%` matches any text, `_` any character; a backslash makes the next character literal. */
export function parsePattern(text: string): Pattern {
  return parse(text, '\\');
}

function parse(text: string, escapeBy: string): Pattern {
  const parts: PatternPart[] = [];
  let literal = '';
  const flush = () => {
    if (literal !== '') parts.push({ text: literal });
    literal = '';
  };
  const characters = [...text];
  for (let i = 0; i < characters.length; i++) {
    const character = characters[i] ?? '';
    if (character === escapeBy) literal += characters[++i] ?? escapeBy;
    else if (character === '%' || character === '_') {
      flush();
      parts.push(character === '%' ? 'any' : 'one');
    } else literal += character;
  }
  flush();
  return parts;
}

/** ILIKE: a text without `%` is literal and may occur anywhere. */
export function parseLoosePattern(text: string): Pattern {
  return text.includes('%') ? parsePattern(text) : ['any', { text }, 'any'];
}

/** The escape character of our LIKE patterns; every engine can express it. */
export const likeEscape = '!';

export function likeText(pattern: Pattern): string {
  return pattern
    .map((part) => (part === 'any' ? '%' : part === 'one' ? '_' : part.text.replace(/[%_!]/g, '!$&')))
    .join('');
}

/** Parses what `likeText` wrote. */
export function parseLikeText(text: string): Pattern {
  return parse(text, likeEscape);
}

export function mapPattern(pattern: Pattern, change: (text: string) => string): Pattern {
  return pattern.map((part) => (typeof part === 'string' ? part : { text: change(part.text) }));
}

export function isAscii(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII begins with the control characters.
  return /^[\x00-\x7f]*$/.test(text);
}
