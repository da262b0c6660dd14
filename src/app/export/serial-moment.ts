// Days and moments as spreadsheets count them: in days since the end of 1899, without a zone.

const dayLength = 86_400_000;
/** The day before the first one, as if 1900 had been a leap year, which spreadsheets believe. */
const epoch = Date.UTC(1899, 11, 30);
/** Only from here on do all spreadsheets agree which day a number stands for. */
const firstAgreed = Date.UTC(1900, 2, 1);

const digit = (byte: number | undefined) =>
  byte !== undefined && byte >= 0x30 && byte <= 0x39 ? byte - 0x30 : -1;

/** A number of exactly so many digits; -1 where there is none. */
function digits(bytes: Uint8Array, at: number, count: number): number {
  let number = 0;
  for (let i = at; i < at + count; i++) {
    const next = digit(bytes[i]);
    if (next < 0) return -1;
    number = number * 10 + next;
  }
  return number;
}

const dash = 0x2d;
const colon = 0x3a;
const point = 0x2e;

interface SerialMoment {
  readonly serial: string;
  /** It has an offset, which is zero. */
  readonly isInstant: boolean;
  /** Behind its last byte. */
  readonly end: number;
}

/**
 * The day or moment that begins here, as the number of a spreadsheet; null where it cannot be one. A moment with an
 * offset is one only if the offset is zero: a cell has no place for another.
 */
export function serialMoment(bytes: Uint8Array, start: number): SerialMoment | null {
  if (bytes[start + 4] !== dash || bytes[start + 7] !== dash) return null;
  const [year, month, day] = [
    digits(bytes, start, 4),
    digits(bytes, start + 5, 2),
    digits(bytes, start + 8, 2),
  ];
  // The first hundred years would be taken for those of the last century.
  if (year < 1900 || month < 1 || month > 12 || day < 1) return null;
  const midnight = Date.UTC(year, month - 1, day);
  // A day that the month does not have would become one of the next.
  if (midnight < firstAgreed || new Date(midnight).getUTCDate() !== day) return null;
  const days = (midnight - epoch) / dayLength;
  const at = start + 10;
  const separator = bytes[at];
  if (separator !== 0x54 && separator !== 0x20) return { serial: String(days), isInstant: false, end: at };
  const time = clock(bytes, at + 1);
  if (time === null) return null;
  const end = zeroOffsetEnd(bytes, time.end);
  return { serial: String(days + time.seconds / 86_400), isInstant: end > time.end, end };
}

function clock(bytes: Uint8Array, start: number): { seconds: number; end: number } | null {
  const [hour, minute] = [digits(bytes, start, 2), digits(bytes, start + 3, 2)];
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || bytes[start + 2] !== colon) return null;
  let end = start + 5;
  let seconds = hour * 3600 + minute * 60;
  if (bytes[end] !== colon) return { seconds, end };
  const second = digits(bytes, end + 1, 2);
  if (second < 0 || second > 59) return null;
  seconds += second;
  end += 3;
  if (bytes[end] !== point) return { seconds, end };
  const lastCounted = end + 3;
  for (let unit = 0.1, at = end + 1; ; unit /= 10, at++) {
    const next = digit(bytes[at]);
    if (next < 0) return { seconds, end: at };
    // Spreadsheets count to the millisecond: what is finer would be rounded when it is read.
    if (next > 0 && at > lastCounted) return null;
    seconds += next * unit;
  }
}

/** Behind an offset of zero, if there is one; any other offset is left standing. */
function zeroOffsetEnd(bytes: Uint8Array, at: number): number {
  if (bytes[at] === 0x5a) return at + 1;
  if (bytes[at] !== 0x2b || digits(bytes, at + 1, 2) !== 0) return at;
  if (bytes[at + 3] !== colon) return at + 3;
  return digits(bytes, at + 4, 2) === 0 ? at + 6 : at;
}
