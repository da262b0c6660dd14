/**
 * Patterns and case in the reference evaluator: implemented with regular expressions, independent of any engine's LIKE.
 */

const special = /[\\^$.*+?()[\]{}|/]/;

function quoted(character: string): string {
  return special.test(character) ? `\\${character}` : character;
}

/** `%` is any text, `_` any character; a backslash makes the next character literal, or itself at the end. */
function patternSource(pattern: string): string {
  let source = '';
  let escaped = false;
  for (const character of pattern) {
    if (escaped) {
      source += quoted(character);
      escaped = false;
    } else if (character === '\\') {
      escaped = true;
    } else if (character === '%') {
      source += '.*';
    } else {
      source += character === '_' ? '.' : quoted(character);
    }
  }
  return escaped ? `${source}\\\\` : source;
}

const expressions = new Map<string, RegExp>();

/**
 * With `u` a character is a code point, and with `iu` case uses Unicode's simple folding. That excludes the dotted
 * capital I, whose lower case would be two characters: it counts as an i.
 */
function matches(text: string, source: string, ignoreCase: boolean): boolean {
  const id = `${ignoreCase}${source}`;
  let expression = expressions.get(id);
  if (expression === undefined) {
    expression = new RegExp(`^(?:${ignoreCase ? undotted(source) : source})$`, ignoreCase ? 'isu' : 'su');
    expressions.set(id, expression);
  }
  return expression.test(ignoreCase ? undotted(text) : text);
}

function undotted(text: string): string {
  return text.replaceAll('\u0130', 'i');
}

export function like(text: string, pattern: string): boolean {
  return matches(text, patternSource(pattern), false);
}

/** Without a `%` the text is not a pattern: it is searched anywhere. */
export function ilike(text: string, pattern: string): boolean {
  return pattern.includes('%') ? matches(text, patternSource(pattern), true) : icontains(text, pattern);
}

const literal = (part: string) => [...part].map(quoted).join('');

export function iequals(text: string, other: string): boolean {
  return matches(text, literal(other), true);
}

export function istarts(text: string, part: string): boolean {
  return matches(text, `${literal(part)}.*`, true);
}

export function iends(text: string, part: string): boolean {
  return matches(text, `.*${literal(part)}`, true);
}

export function icontains(text: string, part: string): boolean {
  return matches(text, `.*${literal(part)}.*`, true);
}

/** The same text for all that differ only in case: lower case, with the final sigma as sigma. */
export function folded(text: string): string {
  return [...undotted(text)].map((character) => character.toLowerCase().replace('ς', 'σ')).join('');
}
