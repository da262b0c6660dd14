// Which condition finds the record that an address names. The engine would take "abc" for the number 0 and
// "a " for "a", so each text is read here, as a value of the column's type, before it is bound.
import { isIP } from 'node:net';
import { sql } from 'kysely';
import type { Column } from '../../../model/database.ts';
import { equality, placeAt } from '../../../query/dialect/bound.ts';
import type { Bound, Value } from '../../../query/dialect/sql.ts';
import { plainText } from './render.ts';
import { type StorageClass, storageOf, typeArguments } from './types.ts';

type Condition = Bound<[value: Value]>;
/** Null where the text is no value of the type. */
type ValueReading = (text: string, column: Column) => unknown;
type Reading = (column: Column, text: string) => Condition | null;

/** The types of which every value is the equal of one that can be bound. */
const values: Partial<Record<StorageClass, ValueReading>> = {
  integer: readInteger,
  boolean: readBoolean,
  bit: readBoolean,
  bits: (text, column) =>
    /^[01]+$/.test(text) && text.length === typeArguments(column.nativeType)[0] ? BigInt(`0b${text}`) : null,
  year: (text) => (/^(\d{4}|0)$/.test(text) ? BigInt(text) : null),
  double: readNumber,
  float: (text) => {
    const number = readNumber(text);
    return number === null ? null : Math.fround(number);
  },
  binary: (text) => {
    const bytes = Buffer.from(text, 'base64');
    return bytes.toString('base64') === text ? bytes : null;
  },
  uuid: (text) => (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text) ? text : null),
};

const conditions: Partial<Record<StorageClass, Reading>> = {
  decimal: (column, text) => {
    const [precision = 10, scale = 0] = typeArguments(column.nativeType);
    const [, whole = '', fraction = ''] = /^-?0*(\d*)(?:\.(\d*?)0*)?$/.exec(text) ?? [];
    if (!/^-?\d+(\.\d+)?$/.test(text) || fraction.length > scale || whole.length > precision - scale) {
      return null;
    }
    return equalTo(text, (place) => sql`cast(${place} as decimal(${sql.lit(precision)}, ${sql.lit(scale)}))`);
  },
  text: textEquals,
  date: moment(/^\d{4}-(?:0\d|1[0-2])-(?:[0-2]\d|3[01])$/, 'date'),
  datetime: moment(
    /^\d{4}-(?:0\d|1[0-2])-(?:[0-2]\d|3[01])[T ](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?$/,
    'datetime(6)',
  ),
  time: moment(/^-?(?:[0-7]?\d{2}|8[0-2]\d|83[0-8]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?$/, 'time(6)'),
  other: (column, text) => {
    if (!/^inet[46]$/.test(column.nativeType)) return rendersAs(column, text);
    return isIP(text) === 0 ? null : equalTo(text, (place) => place);
  },
};

export function key(column: Column, text: string): Condition | null {
  const { kind } = storageOf(column.storage);
  const read = values[kind];
  if (read === undefined) return (conditions[kind] ?? rendersAs)(column, text);
  const value = read(text, column);
  return value === null ? null : equality(value);
}

function readInteger(text: string): bigint | null {
  if (!/^-?\d{1,20}$/.test(text)) return null;
  const integer = BigInt(text);
  return integer >= -(2n ** 63n) && integer < 2n ** 64n ? integer : null;
}

function readBoolean(text: string): bigint | null {
  return text === 'true' ? 1n : text === 'false' ? 0n : readInteger(text);
}

function readNumber(text: string): number | null {
  if (!/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text)) return null;
  const number = Number(text);
  return Number.isFinite(number) ? number : null;
}

function moment(syntax: RegExp, type: string): Reading {
  return (_column, text) =>
    syntax.test(text)
      ? equalTo(text.replace('T', ' '), (place) => sql`cast(${place} as ${sql.raw(type)})`)
      : null;
}

function equalTo(text: string, words: (place: Value) => Value): Condition {
  return {
    form: 'value',
    values: [text],
    sql: (places, value) => sql`${value} = ${words(placeAt(places, 0))}`,
  };
}

/** The first comparison finds the row by the column's index, the second one makes sure of every byte. */
function textEquals(column: Column, text: string): Condition {
  const { collation } = storageOf(column.storage);
  const rendered = rendersAs(column, text);
  if (collation === null) return rendered;
  const charset = collation.split('_', 1)[0] ?? '';
  const inColumn = (place: Value) =>
    charset === 'utf8mb4'
      ? place
      : sql`convert(${place} using ${sql.raw(charset)}) collate ${sql.raw(collation)}`;
  return {
    form: 'text',
    values: [text, ...rendered.values],
    sql: (places, value) =>
      sql`(${value} = ${inColumn(placeAt(places, 0))} and ${rendered.sql(places.slice(1), value)})`,
  };
}

function rendersAs(column: Column, text: string): Condition {
  return {
    form: 'rendered',
    values: [Buffer.from(text)],
    sql: ([place], value) => sql`cast(${plainText(value, column)} as binary) = ${place}`,
  };
}
