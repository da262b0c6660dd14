// Values as people see and write them in spreadsheets: grouped numbers, dates in local order, yes and no.
import { type Cell, LosslessNumber } from '../api/exact.ts';
import { late } from '../messages/late.ts';
import { normalizeName } from './days.ts';
import { exactNumber } from './entry.ts';

export interface LocaleFormat {
  readonly group: string;
  readonly decimal: string;
  /** The order of day, month and year in numeric dates. */
  readonly date: readonly DatePart[];
  /** The separator between them. */
  readonly separator: string;
  /** Month names, long and short, in lower case without periods, and their numbers. */
  readonly months: ReadonlyMap<string, number>;
}

type DatePart = 'day' | 'month' | 'year';

/** How the browser's locale writes numbers and dates. */
export function localeFormat(locale?: string): LocaleFormat {
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

/** English names are always accepted, since most programs write them. */
function monthNames(locale: string | undefined): [name: string, month: number][] {
  return (['long', 'short'] as const).flatMap((month) => {
    const format = new Intl.DateTimeFormat(locale, { month, day: 'numeric' });
    return Array.from({ length: 12 }, (_, i): [string, number] => {
      const parts = format.formatToParts(new Date(2024, i, 1));
      return [normalizeName(parts.find(({ type }) => type === 'month')?.value ?? ''), i + 1];
    });
  });
}

const CURRENCY = /^\p{Sc}\s*|\s*\p{Sc}$/gu;

/** Accepts the locale's separators, a currency, a percent sign, and brackets for a minus. */
export function parseLocaleNumber(text: string, { group, decimal }: LocaleFormat): Cell | undefined {
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

/** Digits with at most one decimal point; undefined if separators are misplaced. */
function ungrouped(text: string, group: string, decimal: string): string | undefined {
  const [whole = '', fraction, ...more] = text.split(decimal);
  if (more.length > 0) return undefined;
  // Some locales group digits by a kind of space that nobody types.
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

/** Shifts the decimal point digit by digit, without rounding. */
function hundredth(digits: string): string {
  const [, sign = '', whole = '', fraction = '', exponent] =
    /^(-?)(\d+)(?:\.(\d*))?([eE].*)?$/.exec(digits) ?? [];
  if (exponent !== undefined) return digits;
  const padded = whole.padStart(3, '0');
  const all = `${padded.slice(-2)}${fraction}`.replace(/0+$/, '');
  const front = padded.slice(0, -2).replace(/^0+(?=\d)/, '');
  return `${sign}${front}${all && `.${all}`}`;
}

const YES = new Set(['true', 'yes', '1', 't', 'y', 'on', 'x']);
const NO = new Set(['false', 'no', '0', 'f', 'n', 'off']);

/** The value that the first letters of a word stand for, such as "t" for true; undefined if none matches. */
export function parseTruthPrefix(letters: string, nullName: string | undefined): boolean | null | undefined {
  const begins = (name: string) => name.toLowerCase().startsWith(letters.toLowerCase());
  if ([...YES, late.edit.true].some(begins)) return true;
  if ([...NO, late.edit.false].some(begins)) return false;
  return nullName !== undefined && begins(nullName) ? null : undefined;
}

export function parseLocaleBoolean(text: string): boolean | undefined {
  const word = text.trim().toLowerCase();
  return YES.has(word) ? true : NO.has(word) ? false : undefined;
}
