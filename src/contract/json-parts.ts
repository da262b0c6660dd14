// Takes a JSON text apart without reading it: the texts of an object's members and of a list's items, as they stand.

/** The members of an object; of two with one name the last counts, and `onRepeated` is told. The text is JSON. */
export function membersOf(text: string, onRepeated?: (name: string) => void): Map<string, string> {
  const members = new Map<string, string>();
  let at = afterBlanks(text, text.indexOf('{') + 1);
  while (text[at] !== '}') {
    const nameEnd = endOfString(text, at);
    const begin = afterBlanks(text, text.indexOf(':', nameEnd) + 1);
    const end = endOfValue(text, begin);
    // A string of JSON.
    const name = JSON.parse(text.slice(at, nameEnd)) as string;
    if (onRepeated !== undefined && members.has(name)) onRepeated(name);
    members.set(name, text.slice(begin, end));
    at = afterComma(text, end);
  }
  return members;
}

/** The items of a list. The text is JSON. */
export function itemsOf(text: string): string[] {
  const items: string[] = [];
  let at = afterBlanks(text, text.indexOf('[') + 1);
  while (text[at] !== ']') {
    const end = endOfValue(text, at);
    items.push(text.slice(at, end));
    at = afterComma(text, end);
  }
  return items;
}

const blank = /[^ \t\r\n]/y;
const blanks = /[ \t\r\n]*/y;

function afterBlanks(text: string, at: number): number {
  blank.lastIndex = at;
  if (blank.test(text)) return at;
  blanks.lastIndex = at;
  blanks.test(text);
  return blanks.lastIndex;
}

function afterComma(text: string, end: number): number {
  const at = afterBlanks(text, end);
  return text[at] === ',' ? afterBlanks(text, at + 1) : at;
}

/** `at`: where its opening quote is. */
function endOfString(text: string, at: number): number {
  let end = at + 1;
  for (;;) {
    const quote = text.indexOf('"', end);
    const slash = text.slice(end, quote).indexOf('\\');
    if (slash < 0) return quote + 1;
    end += slash + 2;
  }
}

const plainValue = /[^,\]}\s]*/y;

function endOfValue(text: string, at: number): number {
  const first = text[at];
  if (first === '"') return endOfString(text, at);
  if (first !== '{' && first !== '[') {
    plainValue.lastIndex = at;
    plainValue.test(text);
    return plainValue.lastIndex;
  }
  let depth = 0;
  for (let i = at; ; ) {
    const c = text[i];
    if (c === '"') {
      i = endOfString(text, i);
      continue;
    }
    if (c === '{' || c === '[') depth++;
    else if ((c === '}' || c === ']') && --depth === 0) return i + 1;
    i++;
  }
}
