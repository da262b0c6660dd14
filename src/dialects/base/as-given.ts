// JSON texts of values that every engine stores and shows exactly as they were given: the commonest forms of each type.

export const wholeNumber = /^(?:0|-?[1-9]\d*)$/;

/** A number with exactly as many decimals as the column keeps (`scale`). A zero has no sign. */
export function decimalNumber(scale: string | undefined): RegExp | null {
  if (scale === undefined) return null;
  return scale === '0' ? wholeNumber : new RegExp(`^(?!-[0.]+$)-?(?:0|[1-9]\\d*)\\.\\d{${scale}}$`);
}

/** Without characters that JSON escapes, and without a space at the end: engines cut that off where a text is too long. */
export const plainText = /^"(?:[^"\\\p{Cc}]*[^"\\\p{Cc} ])?"$/u;

/** 2024-02-31 fits too: no engine takes it. */
export const day = /^"[1-9]\d{3}-\d\d-\d\d"$/;

/** Without a fraction of a second, which an engine may round. */
export const moment = /^"[1-9]\d{3}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d"$/;
