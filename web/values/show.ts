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

/** A date, or date and time, in the locale's format; any other text is returned unchanged. */
export function formatMoment(text: string, withMidnight = false): string {
  const parts = MOMENT.exec(text);
  if (!parts) return text;
  const [, year, month, day, hour, minute, second, fraction, zone] = parts;
  const time = hour === undefined ? '' : `T${hour}:${minute}:${second ?? '00'}`;
  const moment = new Date(`${year}-${month}-${day}${time || 'T00:00:00'}${zone && time ? zone : 'Z'}`);
  if (Number.isNaN(moment.getTime()) || Number(fraction ?? 0) !== 0) return text;
  if (zone && time) return formats.zoned().format(moment);
  if (time === '' || time === 'T00:00:00')
    return (withMidnight ? formats.wallMinute() : formats.day()).format(moment);
  return (second ?? '00') === '00'
    ? formats.wallMinute().format(moment)
    : formats.wallSecond().format(moment);
}

const dateFormats: Record<Exclude<DateForm, 'iso'>, () => Intl.DateTimeFormat> = {
  numeric: onDemand(() => dateFormat({ dateStyle: 'short', timeZone: 'UTC' })),
  long: onDemand(() => dateFormat({ dateStyle: 'full', timeZone: 'UTC' })),
  month: onDemand(() => dateFormat({ year: 'numeric', month: 'long', timeZone: 'UTC' })),
  year: onDemand(() => dateFormat({ year: 'numeric', timeZone: 'UTC' })),
};

/** The date of a timestamp in the chosen form; the hint shows the time of day. */
function formatDay(text: string, form: DateForm): string {
  const parts = MOMENT.exec(text);
  if (!parts) return text;
  const [, year, month, day] = parts;
  if (form === 'iso') return `${year}-${month}-${day}`;
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  return Number.isNaN(date.getTime()) ? text : dateFormats[form]().format(date);
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
    const own = options.isRounded && format?.digits === undefined ? shortened(value.value) : value.value;
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
