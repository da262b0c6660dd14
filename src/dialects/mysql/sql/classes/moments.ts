// Dates and times of MySQL and MariaDB.
import { sql } from 'kysely';
import { exact } from '../../../../query/dialect/bound.ts';
import type { Bound, BoundLiteral, Value } from '../../../../query/dialect/sql.ts';
import { type Literal, momentText } from '../../../../query/literals.ts';
import * as asGiven from '../../../base/as-given.ts';
import { plainText, shownIsEnough } from '../../../base/writing.ts';
import { equalTo, quotedJson, type Traits } from './traits.ts';

interface Kind {
  readonly name: 'date' | 'datetime' | 'time';
  /** The type that a text is cast to, with room for every fraction. */
  readonly cast: string;
  /** The form in an address. */
  readonly address: RegExp;
  /** Values that the engine allows beyond the calendar: days without a month, times of several days or below zero. */
  readonly odd: RegExp;
}

function moment(kind: Kind): Omit<Traits, 'text' | 'json' | 'reserved' | 'family' | 'line'> {
  const asMoment = (place: Value) => sql`cast(${place} as ${sql.raw(kind.cast)})`;
  return {
    key: (text) => (kind.address.test(text) ? equalTo(text.replace('T', ' '), asMoment) : null),
    comparable: (value) => value,
    literal: (given) => momentLiteral(given, kind, asMoment),
    sortsWhole: () => true,
    cursorText: quotedJson,
    cursorValue: (text) => exact(text, asMoment),
    sum: null,
    extreme: 'value',
    shared: 'value',
    isPlain: true,
    ...shownIsEnough((shown) => {
      const text = plainText(shown);
      return text === null || !isMoment(kind, text) ? null : momentOf(text);
    }),
    restore: (shown) => momentOf(plainText(shown) ?? ''),
  };
}

function momentOf(text: string): Bound {
  return exact(text.replace('T', ' '));
}

/** Nonexistent days are not accepted as new values, although the engine may hold some from times of a laxer mode. */
function isMoment({ name, odd }: Kind, text: string): boolean {
  const isZero = name === 'time' || /^0000-00-00|-00\b/.test(text);
  return momentText(name, { kind: 'text', text }) !== null || (isZero && odd.test(text));
}

function momentLiteral(
  given: Literal,
  { name, odd }: Kind,
  asMoment: (place: Value) => Value,
): BoundLiteral | null {
  const moment = momentText(name, given);
  if (moment !== null) return { ...exact(moment.text, asMoment), side: moment.side };
  const isZero = name === 'time' || /^0000-00-00|-00\b/.test(given.text);
  if (given.kind !== 'text' || !isZero || !odd.test(given.text)) return null;
  return exact(given.text.replace('T', ' '), asMoment);
}

const asText = (value: Value) => sql`cast(${value} as char)`;

/** Days that exist in every month, in years that every calendar has. */
const plainDay = /^"[1-9]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])"$/;

export const date: Traits = {
  ...moment({
    name: 'date',
    cast: 'date',
    address: /^\d{4}-(?:0\d|1[0-2])-(?:[0-2]\d|3[01])$/,
    odd: /^\d{4}-\d\d-\d\d$/,
  }),
  quick: (json) => (plainDay.test(json) ? json.slice(1, -1) : undefined),
  asGiven: () => asGiven.day,
  text: asText,
  json: (value) => quotedJson(asText(value)),
  reserved: '',
  family: 'moment',
  line: asText,
};

const withT = (value: Value) => sql`insert(${value}, 11, 1, 'T')`;

export const datetime: Traits = {
  ...moment({
    name: 'datetime',
    cast: 'datetime(6)',
    address: /^\d{4}-(?:0\d|1[0-2])-(?:[0-2]\d|3[01])[T ](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?$/,
    odd: /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d{1,6})?$/,
  }),
  text: withT,
  json: (value) => quotedJson(withT(value)),
  // A TIMESTAMP depends on the session's time zone.
  asGiven: ({ nativeType }) => (nativeType === 'datetime' ? asGiven.moment : null),
  reserved: ':',
  family: 'moment',
  line: (value) => value,
};

/** A text with every fraction, without the zeros at its end. */
const shortest = (value: Value) =>
  sql`trim(trailing '.' from trim(trailing '0' from cast(cast(${value} as datetime(6)) as char)))`;
const shortestWithT = (value: Value) => withT(shortest(value));

/** The engine writes as many decimals as a function's type has, whatever its value is. */
export const calculatedMoment: Traits = {
  ...datetime,
  text: shortestWithT,
  json: (value) => quotedJson(shortestWithT(value)),
  asGiven: () => null,
  line: shortest,
};

export const time: Traits = {
  ...moment({
    name: 'time',
    cast: 'time(6)',
    address: /^-?(?:[0-7]?\d{2}|8[0-2]\d|83[0-8]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?$/,
    odd: /^-?\d{2,3}:[0-5]\d:[0-5]\d(\.\d{1,6})?$/,
  }),
  text: asText,
  json: (value) => quotedJson(asText(value)),
  reserved: ':',
  family: 'time',
  line: asText,
};
