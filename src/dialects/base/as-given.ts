// JSON texts that every engine stores and shows exactly as given: the most common forms of each type.

export const wholeNumber = /^(?:0|-?[1-9]\d*)$/;

/** A number with exactly as many decimals as the column keeps (`scale`). Zero has no sign. */
export function decimalNumber(scale: string | undefined): RegExp | null {
  if (scale === undefined) return null;
  return scale === '0' ? wholeNumber : new RegExp(`^(?!-[0.]+$)-?(?:0|[1-9]\\d*)\\.\\d{${scale}}$`);
}

/** Without characters that JSON escapes, and without a trailing space, which engines may cut off a long text. */
export const plainText = /^"(?:[^"\\\p{Cc}]*[^"\\\p{Cc} ])?"$/u;

/** Also matches 2024-02-31, which no engine accepts. */
export const day = /^"[1-9]\d{3}-\d\d-\d\d"$/;

/** Without fractional seconds, which an engine may round. */
export const moment = /^"[1-9]\d{3}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d"$/;
