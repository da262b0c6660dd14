// JSON texts of values that engines store and show in the very same words: the forms that hardly any data goes without.

export const wholeNumber = /^(?:0|-?[1-9]\d*)$/;

/** With as many decimals as a column keeps, which are told as text. A zero has no sign. */
export function decimalNumber(scale: string | undefined): RegExp | null {
  if (scale === undefined) return null;
  return scale === '0' ? wholeNumber : new RegExp(`^(?!-[0.]+$)-?(?:0|[1-9]\\d*)\\.\\d{${scale}}$`);
}

/** Without what JSON escapes, and without a space at the end, which engines cut off where a text is too long. */
export const plainText = /^"(?:[^"\\\p{Cc}]*[^"\\\p{Cc} ])?"$/u;

/** What is no day no engine takes. */
export const day = /^"[1-9]\d{3}-\d\d-\d\d"$/;

/** Without a fraction, which may be rounded. */
export const moment = /^"[1-9]\d{3}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d"$/;
