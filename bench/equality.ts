// A ratio is meaningful only between equal answers.
import { isDeepStrictEqual } from 'node:util';

/**
 * Whether two JSON answers have the same content: numbers are compared by value, since a floor that reads decimals as
 * doubles drops trailing zeros; cursors, which only Joinery has, and base addresses are ignored.
 */
export function sameJson(a: Answer, b: Answer): boolean {
  return isDeepStrictEqual(contentOf(a), contentOf(b));
}

/** Whether two exports have the same lines; PostgreSQL ends its lines with just a line feed. */
export function sameLines(a: Answer, b: Answer): boolean {
  return a.text.replaceAll('\r\n', '\n') === b.text.replaceAll('\r\n', '\n');
}

export interface Answer {
  readonly address: string;
  readonly text: string;
}

function contentOf({ address, text }: Answer): unknown {
  const { next: _, ...content } = JSON.parse(text.replaceAll(address, ''));
  return content;
}

/** Where two texts begin to differ, to help find the cause. */
export function difference(a: string, b: string): string {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  const from = Math.max(0, at - 60);
  return `at ${at}:\n  ${a.slice(from, at + 200)}\n  ${b.slice(from, at + 200)}`;
}
