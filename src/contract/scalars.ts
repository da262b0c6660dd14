// Plain values of a query document: exact numbers, strings, booleans.
import { z } from 'zod';
import { isLosslessNumber, type LosslessNumber } from './json.ts';

/** A number with all its digits; a JavaScript client may use a plain number. */
export type ExactNumber = number | LosslessNumber;
export type Scalar = string | boolean | ExactNumber | null;

export function isNumber(value: unknown): value is ExactNumber {
  return typeof value === 'number' || isLosslessNumber(value);
}

export function isWholeNumber(value: unknown): value is ExactNumber {
  return isNumber(value) && /^(\d+|-0)$/.test(String(value));
}

/** A whole number between two small ones. */
function isBetween(least: number, most: number): (value: unknown) => boolean {
  return (value) =>
    isNumber(value) && /^-?\d+$/.test(String(value)) && Number(value) >= least && Number(value) <= most;
}

/** Documented as a plain number, since that is what clients write. */
function numberLike(
  fits: (value: unknown) => boolean,
  phrase: string,
  json: { type: string; minimum?: number; maximum?: number },
) {
  const schema = z
    .unknown()
    .refine(fits, {
      error: phrase,
      // Otherwise a union would go on and report another alternative than the one meant.
      abort: true,
    })
    .meta(json);
  // A value that passes is an ExactNumber, but a refinement does not narrow the type.
  return schema as z.ZodType<ExactNumber>;
}

const exactNumber = numberLike(isNumber, 'a number', { type: 'number' });

export const wholeNumber = numberLike(isWholeNumber, 'a whole number that is not negative', {
  type: 'integer',
  minimum: 0,
});

export function exactIntegerBetween(minimum: number, maximum: number): z.ZodType<ExactNumber> {
  return numberLike(isBetween(minimum, maximum), `a whole number from ${minimum} to ${maximum}`, {
    type: 'integer',
    minimum,
    maximum,
  });
}

export const scalar: z.ZodType<Scalar> = z.union([z.string(), z.boolean(), exactNumber, z.null()]);
