// Which texts the engine reads as a value of a type: an impossible value must not become an error.
import { isIP } from 'node:net';

/** The text to pass to the engine, or null if it is not a value of the type. */
export type ParseText = (text: string) => string | null;

const when =
  (fits: (text: string) => boolean): ParseText =>
  (text) =>
    fits(text) ? text : null;

export function integer(bits: number): ParseText {
  const [lowest, highest] = [-(2n ** BigInt(bits - 1)), 2n ** BigInt(bits - 1) - 1n];
  return when((text) => {
    if (!/^[+-]?\d{1,40}$/.test(text)) return false;
    const value = BigInt(text.replace('+', ''));
    return value >= lowest && value <= highest;
  });
}

const special = /^(NaN|-?Infinity)$/;
const decimal = /^[+-]?(\d+(\.\d*)?|\.\d+)(?:e([+-]?\d{1,4}))?$/i;

/** The engine rejects numbers beyond the type's range, and numbers too small to distinguish from zero. */
function float(round: (value: number) => number): ParseText {
  return when((text) => {
    if (special.test(text)) return true;
    if (!decimal.test(text)) return false;
    const value = round(Number(text));
    return Number.isFinite(value) && (value !== 0 || !/[1-9]/.test(text.replace(/e.*$/i, '')));
  });
}

const infinity = /^-?infinity$/;
const clockPattern = /^(\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,6})?)?$/;
const momentPattern = /^(\d{4,7})-(\d\d)-(\d\d)(?:[T ]([\d:.]+)(?:Z|[+-](\d\d)(?::?[0-5]\d)?)?)?( BC)?$/;

/** The Julian period starts on this day of 4714 BC, and so does the engines' calendar. */
const firstDay = { year: -4_713, month: 11, day: 24 };

function isDate(year: number, month: number, day: number, latestYear: number): boolean {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1];
  if (days === undefined || day < 1 || day > days || year > latestYear) return false;
  if (year > firstDay.year) return true;
  return (
    year === firstDay.year && (month > firstDay.month || (month === firstDay.month && day >= firstDay.day))
  );
}

function isClock(text: string): boolean {
  const match = clockPattern.exec(text);
  if (!match) return false;
  const [hours = 0, minutes = 0, seconds = 0] = match.slice(1).map((part) => Number(part ?? 0));
  return (hours < 24 && minutes < 60 && seconds < 60) || /^24:00(:00(\.0+)?)?$/.test(text);
}

function moment(latestYear: number, isClock: (text: string) => boolean): ParseText {
  return when((text) => {
    if (infinity.test(text)) return true;
    const [, years, month, day, clock, zoneHours, beforeChrist] = momentPattern.exec(text) ?? [];
    const year = Number(years);
    // The year before 1 AD is 1 BC; as a number it is 0.
    if (!isDate(beforeChrist ? 1 - year : year, Number(month), Number(day), latestYear)) return false;
    return year > 0 && (clock === undefined || isClock(clock)) && Number(zoneHours ?? 0) <= 15;
  });
}

/** Accepts only canonical base64, so that two different addresses never mean the same bytes. */
export function bytea(text: string): string | null {
  const value = Buffer.from(text, 'base64');
  return value.toString('base64') === text ? `\\x${value.toString('hex')}` : null;
}

function isNetwork(text: string): boolean {
  const [address = '', mask, ...more] = text.split('/');
  const version = address.includes('%') ? 0 : isIP(address);
  if (version === 0 || more.length > 0) return false;
  return mask === undefined || (/^\d{1,3}$/.test(mask) && Number(mask) <= (version === 4 ? 32 : 128));
}

export const oid = when((text) => /^\d{1,10}$/.test(text) && Number(text) < 2 ** 32);
export const numeric = when((text) => special.test(text) || (decimal.test(text) && text.length <= 100_000));
export const single = float(Math.fround);
export const double = float((value) => value);
export const boolean = when((text) => text === 'true' || text === 'false');
export const anyText = when(() => true);
export const uuid = when((text) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text));
/** Also its first moment, as a reference from another type writes it. The engine would ignore any other time. */
export const date = moment(5_874_897, (clock) => /^00:00(?::00(?:\.0+)?)?$/.test(clock));
export const timestamp = moment(294_276, isClock);
export const time = when(isClock);
export const inet = when(isNetwork);
