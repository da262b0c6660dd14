// How MySQL and MariaDB summarise and group.
import { type RawBuilder, sql } from 'kysely';
import type { BucketName } from '../../../contract/buckets.ts';
import type { SummaryName } from '../../../contract/summaries.ts';
import type { Column } from '../../../model/database.ts';
import type { GroupParts, SummaryParts, SummarySql, Value } from '../../../query/dialect/sql.ts';
import { computedColumn } from '../../../query/pseudo.ts';
import { compare, isBytes, membersOf } from './compare.ts';
import { json, plainText } from './render.ts';
import { byCodePoint } from './texts.ts';
import { type StorageClass, storageOf, typeArguments } from './types.ts';

const integer = computedColumn('integer', 'integer', 'bigint');
const double = computedColumn('numeric', 'double', 'double');
const text = computedColumn('text', 'text:utf8mb4_bin', 'text');
const periodText = computedColumn('text', 'text:utf8mb4_bin', 'varchar(19)');

const numbers: ReadonlySet<StorageClass> = new Set<StorageClass>([
  'integer',
  'year',
  'decimal',
  'double',
  'float',
]);

export const summarise: SummarySql = {
  summable: (column) => numbers.has(storageOf(column.storage).kind),
  summary,
  group,
  rowIdentity: () => null,
};

function summary(name: SummaryName, value: Value, column: Column): SummaryParts {
  switch (name) {
    case 'count':
      return shownAs(sql`count(${value})`, integer);
    case 'count_distinct':
      return shownAs(sql`count(distinct ${compare.comparable(value, column, 'equality')})`, integer);
    case 'min':
    case 'max':
      return extreme(name, value, column);
    case 'sum':
    case 'avg':
      return added(name, value, column);
  }
}

function shownAs(value: RawBuilder<unknown>, column: Column): SummaryParts {
  return { json: json(value, column), text: compare.shown(value, column), sort: value, column };
}

/** The most digits that a decimal of the engine can have, and of these behind the point. */
const mostDigits = 65;
const mostDecimals = 30;
/** More digits than this, and a sum of very many values may have more than the engine can hold. */
const safeDigits = 45;
/** Decimals of a sum before it is divided; the engine then divides to four more. */
const leastDecimals = 8;

function added(name: 'sum' | 'avg', value: Value, column: Column): SummaryParts {
  const { kind } = storageOf(column.storage);
  if (kind === 'double' || kind === 'float') {
    return shownAs(sql`${sql.raw(name)}(cast(${value} as double))`, double);
  }
  const [precision = 10, scale = 0] = kind === 'decimal' ? typeArguments(column.nativeType) : [20, 0];
  const number = kind === 'year' ? sql`(${value} + 0)` : value;
  const isSafe = precision <= safeDigits;
  const sum = isSafe ? sql`sum(${number})` : boundedSum(number, scale);
  if (name === 'sum') return shownAs(sum, decimalOf(scale));
  const mean = isSafe ? meanOf(sum, number, scale) : longMean(sum, number, scale);
  // In an order a value has no room for more digits than these, its whole ones included.
  const decimals = Math.min(Math.max(scale, leastDecimals) + 4, mostDecimals, mostDigits - precision + scale);
  const type = decimalOf(decimals);
  return { ...shownAs(mean, type), sort: sql`cast(${mean} as ${sql.raw(type.nativeType)})` };
}

function decimalOf(scale: number): Column {
  return computedColumn('numeric', 'decimal', `decimal(${mostDigits},${scale})`);
}

/** Where it does not fit, the engine would quietly take the largest number that does: this fails instead. */
function boundedSum(number: Value, scale: number): RawBuilder<unknown> {
  const bound = sql.raw(`1e${mostDigits - scale}`);
  return sql`case when sum(abs(cast(${number} as double))) < 0.999 * ${bound} then sum(${number}) when count(${number}) > 0 then 18446744073709551615 + count(${number}) end`;
}

function meanOf(sum: Value, number: Value, scale: number): RawBuilder<unknown> {
  const decimals = sql.lit(Math.max(scale, leastDecimals));
  return sql`(cast(${sum} as decimal(${sql.lit(mostDigits)}, ${decimals})) / count(${number}))`;
}

/** The rest of the division is divided by itself, where the whole sum has no room for more decimals. */
function longMean(sum: Value, number: Value, scale: number): RawBuilder<unknown> {
  const rest = sql`mod(${sum}, count(${number}))`;
  return sql`((${sum} - ${rest}) / count(${number}) + ${meanOf(rest, number, scale)})`;
}

/** Of these the text makes the same JSON as the value itself. */
function isNested(kind: StorageClass): boolean {
  return kind === 'json' || kind === 'jsontext';
}

function extreme(name: 'min' | 'max', value: Value, column: Column): SummaryParts {
  const { kind } = storageOf(column.storage);
  const aggregate = sql.raw(name);
  if (column.mode === 'selection') {
    const place = sql`${aggregate}(${value} + 0)`;
    const member = sql`elt(${place}, ${sql.join(membersOf(column).map((member) => sql.lit(member)))})`;
    return { json: json(member, text), text: member, sort: place, column: integer };
  }
  if (isBytes(column) && kind !== 'binary') {
    const found = sql`${aggregate}(${byCodePoint(plainText(value, column))})`;
    return { json: json(found, isNested(kind) ? column : text), text: found, sort: found, column: text };
  }
  const found = sql`${aggregate}(${kind === 'bits' || kind === 'bit' ? sql`${value} + 0` : value})`;
  const sort = compare.comparable(found, column, 'sort');
  return { json: json(found, column), text: compare.shown(found, column), sort, column };
}

const formats: Readonly<Record<Exclude<BucketName, 'quarter' | 'week'>, string>> = {
  year: '%Y-01-01',
  month: '%Y-%m-01',
  day: '%Y-%m-%d',
  hour: '%Y-%m-%dT%H:00:00',
};

/** As text, which sorts as the periods do. */
function period(value: Value, column: Column, bucket: BucketName): RawBuilder<unknown> {
  const start =
    bucket === 'quarter'
      ? sql`concat(date_format(${value}, '%Y-'), lpad(quarter(${value}) * 3 - 2, 2, '0'), '-01')`
      : bucket === 'week'
        ? sql`date_format(${value} - interval weekday(${value}) day, '%Y-%m-%d')`
        : sql`date_format(${value}, ${sql.lit(formats[bucket])})`;
  return bucket === 'hour' || column.mode === 'date' ? start : sql`concat(${start}, 'T00:00:00')`;
}

/** For what is a text already. */
const asText = {
  json: (found: Value) => json(found, text),
  text: (found: Value) => found,
};

function group(value: Value, column: Column, bucket: BucketName | null): GroupParts {
  if (bucket !== null) {
    const by = byCodePoint(period(value, column, bucket));
    return { by, shown: sql`min(${by})`, ...asText, column: periodText };
  }
  const by = compare.comparable(value, column, 'sort');
  const { kind } = storageOf(column.storage);
  if (kind === 'text') {
    // Of texts that a collation holds for equal, the first by code point stands for all.
    const shown = sql`min(${byCodePoint(sql`convert(${value} using utf8mb4)`)})`;
    return { by, shown, ...asText, column };
  }
  if (isBytes(column) && kind !== 'binary') {
    const shown = sql`min(${byCodePoint(plainText(value, column))})`;
    return {
      by,
      shown,
      ...asText,
      ...(isNested(kind) ? { json: (found) => json(found, column) } : {}),
      column,
    };
  }
  const shown = kind === 'bits' || kind === 'bit' ? sql`min(${value} + 0)` : sql`min(${value})`;
  return {
    by,
    shown,
    json: (found) => json(found, column),
    text: (found) => compare.shown(found, column),
    column,
  };
}
