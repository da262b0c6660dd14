/** What patterns and case mean to the reference evaluator: regular expressions, no engine's own LIKE. */

const special = /[\\^$.*+?()[\]{}|/]/;

function quoted(character: string): string {
  return special.test(character) ? `\\${character}` : character;
}

/** `%` any text, `_` any character, a backslash takes the next one literally. */
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
  return source;
}

const expressions = new Map<string, RegExp>();

/** With `u` a character is a code point, and with `iu` case is Unicode's simple folding. */
function matches(text: string, source: string, ignoreCase: boolean): boolean {
  const id = `${ignoreCase}${source}`;
  let expression = expressions.get(id);
  if (expression === undefined) {
    expression = new RegExp(`^(?:${source})$`, ignoreCase ? 'isu' : 'su');
    expressions.set(id, expression);
  }
  return expression.test(text);
}

export function like(text: string, pattern: string): boolean {
  return matches(text, patternSource(pattern), false);
}

/** Without a `%` the text is no pattern: it is found anywhere. */
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

/** One text for all that differ in case only: where lower case alone would keep two apart, upper case joins them. */
export function folded(text: string): string {
  return [...text]
    .map((character) => {
      const upper = character.toUpperCase();
      const lower = ([...upper].length === 1 ? upper : character).toLowerCase();
      return [...lower].length === 1 ? lower : character;
    })
    .join('');
}
