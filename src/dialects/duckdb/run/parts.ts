// The text of a row that is returned as values.
import type { PartKind, Statement } from '../../../query/dialect/statement.ts';

/** The statement's hints tell how to assemble its rows; without hints each row is one text. */
export function textOf({ hints }: Statement, row: readonly (string | null)[]): string {
  const { parts } = hints ?? {};
  if (parts === undefined) return String(row[0]);
  const { between, values } = parts;
  let text = between[0] ?? '';
  for (const [i, { at, kind }] of values.entries()) {
    text += written[kind](row[at] ?? null) + (between[i + 1] ?? '');
  }
  return text;
}

const written: Readonly<Record<PartKind, (value: string | null) => string>> = {
  json: (value) => value ?? 'null',
  text: (value) => (value === null ? 'null' : jsonString(value)),
};

/** As the engine writes it, with upper-case escapes. A backslash after a backslash does not begin an escape. */
function jsonString(text: string): string {
  const json = JSON.stringify(text);
  return json.includes('\\u00') ? json.replace(/\\(u00[0-9a-f]{2}|.)/g, upperCaseMatches) : json;
}

function upperCaseMatches(whole: string, what: string): string {
  return what.length > 1 ? `\\u${what.slice(1).toUpperCase()}` : whole;
}
