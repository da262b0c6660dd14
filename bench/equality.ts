// A ratio means something only between equal answers.
import { isDeepStrictEqual } from 'node:util';

/**
 * Whether two answers in JSON say the same: numbers by their value, since a floor that reads decimals as doubles drops
 * their last zeros; without the cursor of the next page, which only Joinery has; each with its own address.
 */
export function sameJson(a: Answer, b: Answer): boolean {
  return isDeepStrictEqual(contentOf(a), contentOf(b));
}

/** Whether two exports have the same lines; PostgreSQL ends its own with a line feed only. */
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

/** Where two texts begin to differ, for a person who has to find out why. */
export function difference(a: string, b: string): string {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  const from = Math.max(0, at - 60);
  return `at ${at}:\n  ${a.slice(from, at + 200)}\n  ${b.slice(from, at + 200)}`;
}
