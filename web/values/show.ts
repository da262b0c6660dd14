// Cell values in words: the text that a person reads, and the exact value behind it.
import type { ModeType } from '../../src/contract/mode.ts';
import { type Cell, exactJson, isExact } from '../api/exact.ts';
import { bytes, dateFormat, onDemand } from '../messages/format.ts';
import { base64Size } from './bytes.ts';
import type { ColumnFormat, DateForm } from './columnFormat.ts';
import { partName, type TimePart } from './timeParts.ts';
import { isMoment } from './types.ts';

export type DisplayKind = 'null' | 'empty' | 'number' | 'text' | 'boolean' | 'moment' | 'json' | 'binary';

export interface DisplayValue {
  readonly kind: DisplayKind;
  readonly text: string;
  /** The exact value, if it differs from the text. */
  readonly exact?: string;
}

const numberFormats = new Map<string, Intl.NumberFormat>();

function numberFormat(decimals: number, grouping: boolean): Intl.NumberFormat {
  const key = `${decimals}${grouping}`;
  let format = numberFormats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(undefined, {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
      useGrouping: grouping,
    });
    numberFormats.set(key, format);
  }
  return format;
}

const PLAIN_NUMBER = /^-?\d+(?:\.(\d{1,60}))?$/;

/** Every digit from the database, with the locale's separators. */
export function formatNumber(digits: string, grouping = true): string {
  const plain = PLAIN_NUMBER.exec(digits);
  if (!plain) return digits;
  // Intl formats decimal strings exactly, but its type accepts only literals.
  return numberFormat(plain[1]?.length ?? 0, grouping).format(digits as Intl.StringNumericLiteral);
}

const MOMENT =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?)?\s?(Z|[+-]\d\d(?::?\d\d)?)?$/;

const dayParts = { year: 'numeric', month: 'short', day: 'numeric' } as const;
const minuteParts = { hour: '2-digit', minute: '2-digit' } as const;
const secondParts = { ...minuteParts, second: '2-digit' } as const;
// A timestamp without a zone is a wall clock time: it is parsed and formatted in UTC so that nothing shifts.
const formats = {
  day: onDemand(() => dateFormat({ ...dayParts, timeZone: 'UTC' })),
  wallMinute: onDemand(() => dateFormat({ ...dayParts, ...minuteParts, timeZone: 'UTC' })),
  wallSecond: onDemand(() => dateFormat({ ...dayParts, ...secondParts, timeZone: 'UTC' })),
  zoned: onDemand(() => dateFormat({ ...dayParts, ...secondParts })),
};

interface Moment {
  /** To the second; without an offset, the time of the wall clock as if it were in UTC. */
  readonly date: Date;
  /** Whether it has an offset, so that its day depends on the place. */
  readonly isInstant: boolean;
  /** Empty for a date. */
  readonly time: string;
  readonly hasFraction: boolean;
}

/** Undefined if the text is neither a date nor a timestamp. */
function readMoment(text: string): Moment | undefined {
  const parts = MOMENT.exec(text);
  if (!parts) return undefined;
  const [, year, month, day, hour, minute, second, fraction, zone] = parts;
  const time = hour === undefined ? '' : `T${hour}:${minute}:${second ?? '00'}`;
  const isInstant = zone !== undefined && time !== '';
  const date = new Date(`${year}-${month}-${day}${time || 'T00:00:00'}${isInstant ? zone : 'Z'}`);
  // Browsers read 30 February, which some engines store, as a day of March.
  const isDay = new Date(`${year}-${month}-${day}T00:00:00Z`).getUTCDate() === Number(day);
  if (!isDay || Number.isNaN(date.getTime())) return undefined;
  return { date, isInstant, time, hasFraction: Number(fraction ?? 0) !== 0 };
}

/** A date, or date and time, in the locale's format; any other text is returned unchanged. */
export function formatMoment(text: string, withMidnight = false): string {
  const moment = readMoment(text);
  if (!moment || moment.hasFraction) return text;
  const { date, isInstant, time } = moment;
  if (isInstant) return formats.zoned().format(date);
  if (time === '' || time === 'T00:00:00')
    return (withMidnight ? formats.wallMinute() : formats.day()).format(date);
  return time.endsWith(':00') ? formats.wallMinute().format(date) : formats.wallSecond().format(date);
}

const dateFormats: Record<Exclude<DateForm, 'iso'>, () => Intl.DateTimeFormat> = {
  // The short style of many locales has years of two digits, which do not tell 1924 from 2024.
  numeric: onDemand(() => dateFormat({ year: 'numeric', month: 'numeric', day: 'numeric', timeZone: 'UTC' })),
  long: onDemand(() => dateFormat({ dateStyle: 'full', timeZone: 'UTC' })),
  month: onDemand(() => dateFormat({ year: 'numeric', month: 'long', timeZone: 'UTC' })),
  year: onDemand(() => dateFormat({ year: 'numeric', timeZone: 'UTC' })),
};

/** The day of an instant on the reader's clock, as the same day in UTC. */
function localDay(instant: Date): Date {
  const day = new Date(0);
  day.setUTCFullYear(instant.getFullYear(), instant.getMonth(), instant.getDate());
  return day;
}

/** The date of a timestamp in the chosen form; the hint shows the time of day. */
function formatDay(text: string, form: DateForm): string {
  const moment = readMoment(text);
  if (!moment) return text;
  const day = moment.isInstant ? localDay(moment.date) : moment.date;
  return form === 'iso' ? day.toISOString().slice(0, 10) : dateFormats[form]().format(day);
}

function formatStyled(digits: string, format: ColumnFormat, grouping: boolean): string {
  const plain = PLAIN_NUMBER.exec(digits);
  if (!plain) return digits;
  const own = plain[1]?.length ?? 0;
  const usual = format.style === 'percent' ? Math.max(0, own - 2) : own;
  const decimals = format.digits ?? (format.style === 'currency' ? undefined : usual);
  const style = new Intl.NumberFormat(undefined, {
    style: format.style ?? 'decimal',
    ...(format.style === 'currency' ? { currency: format.currency ?? 'EUR' } : {}),
    ...(decimals === undefined ? {} : { minimumFractionDigits: decimals, maximumFractionDigits: decimals }),
    useGrouping: format.grouping ?? grouping,
  });
  // Intl formats decimal strings exactly, but its type accepts only literals.
  return style.format(digits as Intl.StringNumericLiteral);
}

const short = onDemand(
  () =>
    new Intl.NumberFormat('en', {
      maximumFractionDigits: 4,
      maximumSignificantDigits: 4,
      roundingPriority: 'morePrecision',
      useGrouping: false,
    }),
);

/** As many digits as people read of a long fraction. */
export function shortened(digits: string): string {
  // Intl formats decimal strings exactly, but its type accepts only literals.
  return PLAIN_NUMBER.test(digits) ? short().format(digits as Intl.StringNumericLiteral) : digits;
}

export interface ShowOptions {
  /** An average or a quotient, whose last digits are meaningless. */
  readonly isRounded?: boolean | undefined;
  readonly format?: ColumnFormat | undefined;
  /** The minimum number of decimals for all numbers of the column. */
  readonly digits?: number | undefined;
  /** Keys and years are names made of digits: 1,994 would be wrong. */
  readonly grouping?: boolean;
  /** The numbers are days of the week, months of the year … */
  readonly part?: TimePart | undefined;
}

/** A long fraction is cut for reading, but not before a format that rounds it itself: digits rounded twice are wrong. */
function isShortened({ isRounded, format }: ShowOptions): boolean {
  return isRounded === true && format?.digits === undefined && format?.style !== 'currency';
}

/** The same digits, padded with zeros; never fewer. */
function padded(digits: string, decimals: number | undefined): string {
  if (decimals === undefined || !PLAIN_NUMBER.test(digits)) return digits;
  const [whole = '', fraction = ''] = digits.split('.');
  return `${whole}.${fraction.padEnd(decimals, '0')}`;
}

export function displayValue(
  value: Cell,
  type: ModeType | undefined,
  options: ShowOptions = {},
): DisplayValue {
  if (value === null) return { kind: 'null', text: 'null' };
  if (isExact(value) && options.part) {
    return { kind: 'text', text: partName(options.part, value.value), exact: value.value };
  }
  if (isExact(value)) {
    const grouping = options.grouping ?? true;
    const { format, digits } = options;
    const own = isShortened(options) ? shortened(value.value) : value.value;
    const isStyled = format !== undefined && (format.digits ?? format.grouping ?? format.style) !== undefined;
    const text = isStyled
      ? formatStyled(
          own,
          { ...format, digits: format.digits ?? (format.style ? undefined : digits) },
          grouping,
        )
      : formatNumber(padded(own, digits), grouping);
    return text === value.value ? { kind: 'number', text } : { kind: 'number', text, exact: value.value };
  }
  if (typeof value === 'boolean') return { kind: 'boolean', text: String(value) };
  if (typeof value === 'string') {
    if (value === '') return { kind: 'empty', text: '' };
    if (type === 'binary') return { kind: 'binary', text: bytes(base64Size(value)) };
    if (type !== undefined && isMoment(type))
      return {
        kind: 'moment',
        text: options.format?.date ? formatDay(value, options.format.date) : formatMoment(value),
        exact: value,
      };
    return { kind: 'text', text: value };
  }
  return { kind: 'json', text: exactJson(value) };
}
