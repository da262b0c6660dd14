// Values as people see and write them in spreadsheets: grouped numbers, dates in local order, yes and no.
import { type Cell, LosslessNumber } from '../api/exact.ts';
import { dateFormat } from '../messages/format.ts';
import { late } from '../messages/late.ts';
import { normalizeName } from './days.ts';
import { exactNumber } from './entry.ts';

export interface LocaleFormat {
  /** The digits from 0 to 9. */
  readonly digits: readonly string[];
  readonly group: string;
  /** How many digits a group has, except the last one, which has three. */
  readonly groupSize: number;
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
  const groupSize = parts.filter(({ type }) => type === 'integer')[1]?.value.length ?? 3;
  const single = new Intl.NumberFormat(locale);
  const digits = Array.from({ length: 10 }, (_, digit) => single.format(digit));
  const written = dateFormat({ dateStyle: 'short' }, locale).formatToParts(new Date(2024, 10, 22));
  const date = written.flatMap(({ type }) =>
    type === 'day' || type === 'month' || type === 'year' ? [type] : [],
  );
  const literal = written.find(({ type }) => type === 'literal')?.value ?? '/';
  const separator = literal.replace(directionMarks, '').trim();
  const months = new Map([...monthNames('en'), ...monthNames(locale)]);
  return { digits, group: of('group', ','), groupSize, decimal: of('decimal', '.'), date, separator, months };
}

/** Invisible characters that locales written from right to left put into numbers and dates. */
const directionMarks = /[\u061c\u200e\u200f]/g;

/** The text with European digits, whether it has those of the locale or of a wide keyboard. */
export function withPlainDigits(text: string, { digits }: LocaleFormat): string {
  return text
    .replace(directionMarks, '')
    .replace(/[\uff10-\uff19]/g, (digit) => String(digit.charCodeAt(0) - 0xff10))
    .replace(/\p{Nd}/gu, (digit) => (digits.includes(digit) ? String(digits.indexOf(digit)) : digit));
}

/** English names are always accepted, since most programs write them. */
function monthNames(locale: string | undefined): [name: string, month: number][] {
  return (['long', 'short'] as const).flatMap((month) => {
    const format = dateFormat({ month, day: 'numeric' }, locale);
    return Array.from({ length: 12 }, (_, i): [string, number] => {
      const parts = format.formatToParts(new Date(2024, i, 1));
      return [normalizeName(parts.find(({ type }) => type === 'month')?.value ?? ''), i + 1];
    });
  });
}

const CURRENCY = /^\p{Sc}\s*|\s*\p{Sc}$/gu;

/** Accepts the locale's separators, a currency, a percent sign, and brackets for a minus. */
export function parseLocaleNumber(text: string, manner: LocaleFormat): Cell | undefined {
  const plain = withPlainDigits(text, manner).trim();
  const bracketed = /^\((.*)\)$/s.exec(plain);
  const isPercent = /%$/.test((bracketed?.[1] ?? plain).trim());
  const bare = (bracketed?.[1] ?? plain)
    .trim()
    .replace(/\s*%$/, '')
    .replace(/^([+-]?)\s*\p{Sc}\s*/u, '$1')
    .replace(CURRENCY, '')
    .replace(/^\u2212/, '-');
  const digits = ungrouped(bare, manner);
  const number = digits === undefined ? undefined : exactNumber(digits);
  if (!(number instanceof LosslessNumber)) return number;
  const signed = bracketed && !number.value.startsWith('-') ? `-${number.value}` : number.value;
  return new LosslessNumber(isPercent ? hundredth(signed) : signed);
}

/** Digits with at most one decimal point; undefined if separators are misplaced. */
function ungrouped(text: string, { group, groupSize, decimal }: LocaleFormat): string | undefined {
  const [whole = '', fraction, ...more] = text.split(decimal);
  if (more.length > 0) return undefined;
  // Some locales group digits by a kind of space or apostrophe that nobody types.
  const alike = [/\s/, /['\u2019]/].find((kind) => kind.test(group));
  const groups = whole.split(alike ?? group);
  const digits = groups.join('');
  const [first = 0, ...others] = groups.map((part) => part.replace(/^[+-]/, '').length);
  const isWellGrouped =
    /^[+-]?\d+$/.test(digits) &&
    [3, groupSize].some(
      (size) =>
        first >= 1 && first <= size && others.every((own, i) => own === (i === others.length - 1 ? 3 : size)),
    );
  if (groups.length > 1 && !isWellGrouped) return undefined;
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
