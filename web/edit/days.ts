// Dates and timestamps as people write them.
import { late } from '../messages/late.ts';
import { instantText } from '../values/periods.ts';
import { instantOf, ownZone } from '../values/zones.ts';
import type { Reading } from './entry.ts';
import type { LocaleFormat } from './localeFormat.ts';

/** The name of a month as a lookup key. */
export const normalizeName = (name: string) => name.toLowerCase().replaceAll('.', '');

/** A date, or the two dates that the text may mean. */
export type ParsedDay = string | readonly [one: string, other: string];

/**
 * Reads an ISO date, a date in the locale's order, or one with a month name. Digits with separators other than the
 * locale's come from elsewhere; if both orders give a date, the text is ambiguous. Undefined if the text is not a date.
 */
export function parseLocaleDay(text: string, manner: LocaleFormat): ParsedDay | undefined {
  // Spreadsheets append midnight to a date.
  const trimmed = text.trim().replace(/[T ]00:00(?::00(?:\.0+)?)?Z?$/, '');
  return parseNamedDay(trimmed, manner) ?? parseYearFirst(trimmed) ?? parseDigitDay(trimmed, manner);
}

/** `29 Feb 2024`, `Feb 29, 2024`, `29. Februar 2024`, `29-Feb-24`. */
function parseNamedDay(text: string, { months }: LocaleFormat): string | undefined {
  // A period between letters belongs to a name: ก.พ.
  const parts = text.split(/[\s,-]|(?<!\p{L})\.|\.(?!\p{L})/u).filter((part) => part !== '');
  const [first = '', second = '', year = '', ...more] = parts;
  if (more.length > 0) return undefined;
  const [day, name] = /^\d+(?:st|nd|rd|th)?$/.test(first) ? [first, second] : [second, first];
  const month = months.get(normalizeName(name));
  return month === undefined ? undefined : dayOf(year, String(month), day.replace(/\D+$/, ''));
}

/** `2024-02-29`, and variants with other separators. */
export function parseYearFirst(text: string): string | undefined {
  const [, year = '', month = '', day = ''] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\.?$/.exec(text) ?? [];
  return dayOf(year, month, day);
}

function parseDigitDay(text: string, { date, separator }: LocaleFormat): ParsedDay | undefined {
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

/** Undefined if the date does not exist. */
function dayOf(year: string, month: string, day: string): string | undefined {
  const whole = year.length === 2 ? `20${year}` : year;
  const text = `${whole}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const moment = new Date(`${text}T00:00:00Z`);
  const isDay = whole.length === 4 && !Number.isNaN(moment.getTime());
  return isDay && moment.toISOString().startsWith(text) ? text : undefined;
}

/** `2024-02-29 14:30`, `2/29/2024, 2:30 PM`: any date, followed by a time. */
const WITH_TIME =
  /^(.*?\S)(T|,?\s+)(\d{1,2}):(\d\d)(?::(\d\d)(\.\d+)?)?\s*([ap])?(?:\.?m\.?)?\s*(Z|[+-]\d\d(?::?\d\d)?)?$/i;

/**
 * Reads a timestamp and writes it like the previous value: with a T or a space, and with its time even if only a date
 * was typed. SQLite would store any text, so anything else is refused here; the other engines accept more formats than
 * this code, and validate them themselves. `isInstant`: without an offset, it is a time of the zone in which the page
 * shows instants.
 */
export function readMoment(
  text: string,
  {
    seen,
    engine,
    isInstant,
  }: { readonly seen: unknown; readonly engine: string; readonly isInstant: boolean },
  dayIn: (text: string) => ParsedDay | undefined,
): Reading {
  const [, date = text, gap, hour, minute = '00', second = '00', fraction = '', half, zone = ''] =
    WITH_TIME.exec(text.trim()) ?? [];
  const day = dayIn(date.trim());
  if (Array.isArray(day)) return { complaint: late.edit.ambiguousDay(day[0], day[1]) };
  const time = hour === undefined ? undefined : parseTime(hour, minute, second, half?.toLowerCase());
  if (typeof day !== 'string' || (hour !== undefined && time === undefined))
    return engine === 'sqlite' ? { complaint: late.edit.notAMoment } : { value: text.trim() };
  if (isInstant && zone === '') return { value: instantIn(`${day}T${time ?? '00:00:00'}`, fraction) };
  const before = typeof seen === 'string' ? seen : '';
  if (time === undefined && before.length === day.length) return { value: day };
  const isWithT = before === '' ? gap === 'T' || engine !== 'sqlite' : before[day.length] === 'T';
  return { value: `${day}${isWithT ? 'T' : ' '}${time ?? '00:00:00'}${fraction}${zone}` };
}

const TIME = /^(\d{1,2}):(\d\d)(?::(\d\d)(\.\d+)?)?\s*([ap])?(?:\.?m\.?)?$/i;

/**
 * A time of the day, `9:05` or `2:30 PM`, as engines show it: with two digits for the hour, and with seconds unless the
 * previous value has none. Any other text is left to the engine: some have longer durations, or offsets.
 */
export function readTime(text: string, seen: unknown): string {
  const [, hour = '', minute = '', second, fraction = '', half] = TIME.exec(text.trim()) ?? [];
  const time = parseTime(hour, minute, second ?? '00', half?.toLowerCase());
  if (hour === '' || time === undefined) return text.trim();
  const isShort = second === undefined && typeof seen === 'string' && /^\d\d:\d\d$/.test(seen);
  return isShort ? time.slice(0, seen.length) : `${time}${fraction}`;
}

function instantIn(wall: string, fraction: string): string {
  const instant = instantText(instantOf(Date.parse(`${wall}Z`), ownZone()));
  return `${instant.slice(0, -1)}${fraction}+00:00`;
}

function parseTime(
  hour: string,
  minute: string,
  second: string,
  half: string | undefined,
): string | undefined {
  const number = Number(hour);
  const isInRange = half === undefined ? number < 24 : number >= 1 && number <= 12;
  if (!isInRange || Number(minute) > 59 || Number(second) > 59) return undefined;
  const hours = half === undefined ? number : (number % 12) + (half === 'p' ? 12 : 0);
  return [String(hours).padStart(2, '0'), minute, second].join(':');
}
