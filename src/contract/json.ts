// What every reader of a JSON body needs: exact numbers, and pointers to values.

import { isSafeNumber, LosslessNumber, parse, stringify } from 'lossless-json';

export { isLosslessNumber, LosslessNumber } from 'lossless-json';

/** Numbers that a double cannot hold keep their digits. */
export function parseExact(text: string): unknown {
  return parse(text, undefined, (digits) =>
    isSafeNumber(digits) ? Number(digits) : new LosslessNumber(digits),
  );
}

/** Every number keeps its digits, the zeros at its end too. */
export function parseDigits(text: string): unknown {
  return parse(text);
}

/** The text of what `parseExact` has read. */
export function writeExact(value: unknown): string {
  return stringify(value) ?? 'null';
}

/** One or more steps further along a JSON Pointer (RFC 6901). */
export function pointerTo(base: string, ...steps: readonly (string | number)[]): string {
  return steps.reduce<string>(
    (pointer, step) => `${pointer}/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`,
    base,
  );
}
