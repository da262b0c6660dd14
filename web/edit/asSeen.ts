// Values as people see and write them in spreadsheets: numbers with their separators, dates in their order, yes and no.
import { type Cell, LosslessNumber } from '../api/exact.ts';
import { exactNumber } from './entry.ts';

export interface Manner {
  readonly group: string;
  readonly decimal: string;
  /** The order of day, month and year where a date is written in digits. */
  readonly date: readonly DatePart[];
  /** What stands between them. */
  readonly separator: string;
  /** The names of the months, long and short, in lower case without points, and which month it is. */
  readonly months: ReadonlyMap<string, number>;
}

type DatePart = 'day' | 'month' | 'year';

/** How the browser's language writes. */
export function mannerOf(locale?: string): Manner {
  const parts = new Intl.NumberFormat(locale).formatToParts(1_234_567.8);
  const of = (type: string, otherwise: string) =>
    parts.find((part) => part.type === type)?.value ?? otherwise;
  const written = new Intl.DateTimeFormat(locale, { dateStyle: 'short' }).formatToParts(
    new Date(2024, 10, 22),
  );
  const date = written.flatMap(({ type }) =>
    type === 'day' || type === 'month' || type === 'year' ? [type] : [],
  );
  const separator = written.find(({ type }) => type === 'literal')?.value.trim() ?? '/';
  const months = new Map([...monthNames('en'), ...monthNames(locale)]);
  return { group: of('group', ','), decimal: of('decimal', '.'), date, separator, months };
}

/** English ones are understood everywhere: most programs write them. */
function monthNames(locale: string | undefined): [name: string, month: number][] {
  return (['long', 'short'] as const).flatMap((month) => {
    const format = new Intl.DateTimeFormat(locale, { month, day: 'numeric' });
    return Array.from({ length: 12 }, (_, i): [string, number] => {
      const parts = format.formatToParts(new Date(2024, i, 1));
      return [plainName(parts.find(({ type }) => type === 'month')?.value ?? ''), i + 1];
    });
  });
}

const plainName = (name: string) => name.toLowerCase().replaceAll('.', '');

const CURRENCY = /^\p{Sc}\s*|\s*\p{Sc}$/gu;

/** A number with the separators of the language, a currency, a percent sign, or in brackets for a minus. */
export function numberAsSeen(text: string, { group, decimal }: Manner): Cell | undefined {
  const bracketed = /^\((.*)\)$/s.exec(text.trim());
  const isPercent = /%$/.test((bracketed?.[1] ?? text).trim());
  const bare = (bracketed?.[1] ?? text)
    .trim()
    .replace(/\s*%$/, '')
    .replace(/^([+-]?)\s*\p{Sc}\s*/u, '$1')
    .replace(CURRENCY, '')
    .replace(/^\u2212/, '-');
  const digits = ungrouped(bare, group, decimal);
  const number = digits === undefined ? undefined : exactNumber(digits);
  if (!(number instanceof LosslessNumber)) return number;
  const signed = bracketed && !number.value.startsWith('-') ? `-${number.value}` : number.value;
  return new LosslessNumber(isPercent ? hundredth(signed) : signed);
}

/** Digits with a point at most; undefined where the separators stand in the wrong places. */
function ungrouped(text: string, group: string, decimal: string): string | undefined {
  const [whole = '', fraction, ...more] = text.split(decimal);
  if (more.length > 0) return undefined;
  // Some languages group by a space of a kind that nobody types.
  const groups = whole.split(/\s/.test(group) ? /\s/ : group);
  const isGrouped = groups.length > 1;
  if (
    isGrouped &&
    !(/^[+-]?\d{1,3}$/.test(groups[0] ?? '') && groups.slice(1).every((part) => /^\d{3}$/.test(part)))
  )
    return undefined;
  const digits = groups.join('');
  return fraction === undefined ? digits : `${digits}.${fraction}`;
}

/** Moves the point, digit by digit. */
function hundredth(digits: string): string {
  const [, sign = '', whole = '', fraction = '', exponent] =
    /^(-?)(\d+)(?:\.(\d*))?([eE].*)?$/.exec(digits) ?? [];
  if (exponent !== undefined) return digits;
  const padded = whole.padStart(3, '0');
  const all = `${padded.slice(-2)}${fraction}`.replace(/0+$/, '');
  const front = padded.slice(0, -2).replace(/^0+(?=\d)/, '');
  return `${sign}${front}${all && `.${all}`}`;
}

/** A day, or the two that it may be. */
export type SeenDay = string | readonly [one: string, other: string];

/**
 * A day as ISO has it, in the order of the language, or with the name of its month. Digits between other separators than
 * those of the language come from elsewhere: where both orders give a day, nobody knows which one is meant. Undefined for
 * what is no day.
 */
export function dayAsSeen(text: string, manner: Manner): SeenDay | undefined {
  // Spreadsheets write midnight beside a day.
  const trimmed = text.trim().replace(/[T ]00:00(?::00(?:\.0+)?)?Z?$/, '');
  return namedDay(trimmed, manner) ?? yearFirst(trimmed) ?? digitsOnly(trimmed, manner);
}

/** `29 Feb 2024`, `Feb 29, 2024`, `29. Februar 2024`, `29-Feb-24`. */
function namedDay(text: string, { months }: Manner): string | undefined {
  const [first = '', second = '', year = '', ...more] = text.split(/[\s,.-]+/).filter((part) => part !== '');
  if (more.length > 0) return undefined;
  const [day, name] = /^\d+(?:st|nd|rd|th)?$/.test(first) ? [first, second] : [second, first];
  const month = months.get(plainName(name));
  return month === undefined ? undefined : dayOf(year, String(month), day.replace(/\D+$/, ''));
}

function yearFirst(text: string): string | undefined {
  const [, year = '', month = '', day = ''] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\.?$/.exec(text) ?? [];
  return dayOf(year, month, day);
}

function digitsOnly(text: string, { date, separator }: Manner): SeenDay | undefined {
  const [, first = '', between = '', second = '', year = ''] =
    /^(\d{1,2})([./-])\s?(\d{1,2})\2\s?(\d{2}|\d{4})\.?$/.exec(text) ?? [];
  const isDayFirst = date.indexOf('day') < date.indexOf('month');
  const inOrder = (hasDayFirst: boolean) =>
    hasDayFirst ? dayOf(year, second, first) : dayOf(year, first, second);
  const [own, other] = [inOrder(isDayFirst), inOrder(!isDayFirst)];
  if (between === separator && date.at(-1) === 'year') return own;
  if (own === undefined || other === undefined || own === other) return own ?? other;
  return [own, other];
}

/** Undefined where no month has it. */
function dayOf(year: string, month: string, day: string): string | undefined {
  const whole = year.length === 2 ? `20${year}` : year;
  const text = `${whole}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const moment = new Date(`${text}T00:00:00Z`);
  const isDay = whole.length === 4 && !Number.isNaN(moment.getTime());
  return isDay && moment.toISOString().startsWith(text) ? text : undefined;
}

const YES = new Set(['true', 'yes', '1', 't', 'y', 'on', 'x']);
const NO = new Set(['false', 'no', '0', 'f', 'n', 'off']);

export function booleanAsSeen(text: string): boolean | undefined {
  const word = text.trim().toLowerCase();
  return YES.has(word) ? true : NO.has(word) ? false : undefined;
}
