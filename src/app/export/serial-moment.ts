// Dates and times as spreadsheets count them: in days since the end of 1899, without a time zone.

const dayLength = 86_400_000;
/** Day 0, as if 1900 had been a leap year, which spreadsheets assume. */
const epoch = Date.UTC(1899, 11, 30);
/** From this day on, all spreadsheets agree on the numbers. */
const firstAgreed = Date.UTC(1900, 2, 1);

const digit = (byte: number | undefined) =>
  byte !== undefined && byte >= 0x30 && byte <= 0x39 ? byte - 0x30 : -1;

/** A number of exactly this many digits; -1 if there is none. */
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
  /** Whether it has an offset, which is zero. */
  readonly isInstant: boolean;
  /** The position after its last byte. */
  readonly end: number;
}

/**
 * The date or time that begins here as a spreadsheet number; null if it cannot be one. Times with an offset other than
 * zero do not fit into a cell.
 */
export function serialMoment(bytes: Uint8Array, start: number): SerialMoment | null {
  if (bytes[start + 4] !== dash || bytes[start + 7] !== dash) return null;
  const [year, month, day] = [
    digits(bytes, start, 4),
    digits(bytes, start + 5, 2),
    digits(bytes, start + 8, 2),
  ];
  // Date.UTC would read the years 0 to 99 as 1900 to 1999.
  if (year < 1900 || month < 1 || month > 12 || day < 1) return null;
  const midnight = Date.UTC(year, month - 1, day);
  // Date.UTC would turn an invalid day into one of the next month.
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
    // Spreadsheets are exact to the millisecond and would round finer times.
    if (next > 0 && at > lastCounted) return null;
    seconds += next * unit;
  }
}

/** The position after a zero offset, if there is one; any other offset is left in place. */
function zeroOffsetEnd(bytes: Uint8Array, at: number): number {
  if (bytes[at] === 0x5a) return at + 1;
  if (bytes[at] !== 0x2b || digits(bytes, at + 1, 2) !== 0) return at;
  if (bytes[at + 3] !== colon) return at + 3;
  return digits(bytes, at + 4, 2) === 0 ? at + 6 : at;
}
