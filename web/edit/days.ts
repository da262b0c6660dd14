// Days and moments as people write them.
import { late } from '../messages/late.ts';
import type { Manner } from './asSeen.ts';
import type { Reading } from './entry.ts';

/** The name of a month as it is looked up. */
export const plainName = (name: string) => name.toLowerCase().replaceAll('.', '');

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

/** `2024-02-29`, and what differs in its separators. */
export function yearFirst(text: string): string | undefined {
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

/** `2024-02-29 14:30`, `2/29/2024, 2:30 PM`: whatever stands for a day, and the time behind it. */
const WITH_TIME =
  /^(.*?\S)(T|,?\s+)(\d{1,2}):(\d\d)(?::(\d\d)(\.\d+)?)?\s*([ap])?(?:\.?m\.?)?\s*(Z|[+-]\d\d(?::?\d\d)?)?$/i;

/**
 * A moment, written as the one before it: with a T or a blank, and with its time even where only a day was typed. SQLite
 * would keep any text, so that what is no moment is refused here; other engines know more of them than we do.
 */
export function readMoment(
  text: string,
  { seen, engine }: { readonly seen: unknown; readonly engine: string },
  dayIn: (text: string) => SeenDay | undefined,
): Reading {
  const [, date = text, gap, hour, minute = '00', second = '00', fraction = '', half, zone = ''] =
    WITH_TIME.exec(text.trim()) ?? [];
  const day = dayIn(date.trim());
  if (Array.isArray(day)) return { complaint: late.edit.ambiguousDay(day[0], day[1]) };
  const time = hour === undefined ? undefined : timeOf(hour, minute, second, half?.toLowerCase());
  if (typeof day !== 'string' || (hour !== undefined && time === undefined))
    return engine === 'sqlite' ? { complaint: late.edit.notAMoment } : { value: text.trim() };
  const before = typeof seen === 'string' ? seen : '';
  if (time === undefined && before.length === day.length) return { value: day };
  const isWithT = before === '' ? gap === 'T' || engine !== 'sqlite' : before[day.length] === 'T';
  return { value: `${day}${isWithT ? 'T' : ' '}${time ?? '00:00:00'}${fraction}${zone}` };
}

function timeOf(hour: string, minute: string, second: string, half: string | undefined): string | undefined {
  const said = Number(hour);
  const isInRange = half === undefined ? said < 24 : said >= 1 && said <= 12;
  if (!isInRange || Number(minute) > 59 || Number(second) > 59) return undefined;
  const hours = half === undefined ? said : (said % 12) + (half === 'p' ? 12 : 0);
  return [String(hours).padStart(2, '0'), minute, second].join(':');
}
