// Recognises which numbers of a workbook are dates and times, and converts them.
import type { CellKind } from '../table.ts';

/** `elapsed`: hours that continue after 24, as in `[h]:mm`; `instant`: a date and time with a Z for its offset. */
export type MomentKind = Extract<CellKind, 'date' | 'time' | 'datetime'> | 'elapsed' | 'instant';

/** The formats built into every workbook. */
const builtIn: Readonly<Record<number, MomentKind>> = Object.fromEntries([
  ...[14, 15, 16, 17].map((id) => [id, 'date'] as const),
  ...[18, 19, 20, 21, 45, 47].map((id) => [id, 'time'] as const),
  [46, 'elapsed'] as const,
  [22, 'datetime'] as const,
  ...[27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58].map((id) => [id, 'date'] as const),
  ...[32, 33, 34, 35, 55, 56].map((id) => [id, 'time'] as const),
]);

/** What a number format shows; null means a number. `code`: the workbook's own definition, if any. */
export function momentOfFormat(id: number, code: string | undefined): MomentKind | null {
  return code === undefined ? (builtIn[id] ?? null) : momentOfCode(code);
}

/** The first section ends in a literal Z. */
const isInstant = /^(?:"[^"]*"|\\.|[^;"\\])*(?:\\Z|"Z")(?:;|$)/;

function momentOfCode(code: string): MomentKind | null {
  const [first = ''] = code
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
    .split(';');
  if (/\[(h+|m+|s+)\]/i.test(first)) return 'elapsed';
  const letters = first.toLowerCase().replace(/am\/pm|a\/p/g, 'h');
  const hasTime = /[hs]/.test(letters);
  // Without an hour or a second beside it, m means month.
  const hasDay = /[yd]/.test(letters) || (/m/.test(letters) && !hasTime && !/[0#?]/.test(letters));
  if (!hasTime && !hasDay) return null;
  if (hasTime && hasDay) return isInstant.test(code) ? 'instant' : 'datetime';
  return hasDay ? 'date' : 'time';
}

const dayLength = 86_400_000;
const epochs = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) } as const;
/** After the last second of the year 9999. */
const lastSerial = 2_958_466;

export type DateSystem = keyof typeof epochs;

export interface Moment {
  readonly kind: Exclude<MomentKind, 'elapsed' | 'instant'>;
  readonly text: string;
}

/** The moment that a number stands for; null if there is none. Spreadsheets are exact to the millisecond. */
export function momentOf(digits: string, kind: MomentKind, system: DateSystem): Moment | null {
  const serial = Number(digits);
  if (!(serial >= 0 && serial < lastSerial)) return null;
  if (kind === 'elapsed') return { kind: 'time', text: elapsed(Math.round(serial * dayLength)) };
  const isTimeAlone = kind === 'time' && serial < 1;
  const milliseconds = Math.round(serial * dayLength);
  const days = Math.floor(milliseconds / dayLength);
  if (isTimeAlone && days === 0) return { kind: 'time', text: clock(milliseconds) };
  const day = dayText(days, system);
  if (day === null) return null;
  const rest = milliseconds % dayLength;
  return rest === 0 && kind === 'date'
    ? { kind: 'date', text: day }
    : { kind: 'datetime', text: `${day}T${clock(rest)}${kind === 'instant' ? 'Z' : ''}` };
}

/** Spreadsheets treat 1900 as a leap year: before March 1900 their days are off by one, and day 60 does not exist. */
function dayText(days: number, system: DateSystem): string | null {
  if (system === 1900 && (days === 0 || days === 60)) return null;
  const shift = system === 1900 && days < 60 ? 1 : 0;
  return new Date(epochs[system] + (days + shift) * dayLength).toISOString().slice(0, 10);
}

/** Without trailing zeros, as in every answer. */
function clock(milliseconds: number): string {
  return new Date(milliseconds)
    .toISOString()
    .slice(11, 23)
    .replace(/\.?0+$/, '');
}

function elapsed(milliseconds: number): string {
  const hours = Math.floor(milliseconds / 3_600_000);
  return `${String(hours).padStart(2, '0')}${clock(milliseconds % 3_600_000).slice(2)}`;
}
