// What every reader of a JSON body needs: exact numbers, and pointers to values.

export { isLosslessNumber, LosslessNumber } from 'lossless-json';

/** One or more steps further along a JSON Pointer (RFC 6901). */
export function pointerTo(base: string, ...steps: readonly (string | number)[]): string {
  return steps.reduce<string>(
    (pointer, step) => `${pointer}/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`,
    base,
  );
}
