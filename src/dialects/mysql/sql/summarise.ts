// How MySQL and MariaDB summarise and group.
import { type RawBuilder, sql } from 'kysely';
import type { BucketName } from '../../../contract/buckets.ts';
import type { SummaryName } from '../../../contract/summaries.ts';
import type { Column } from '../../../model/database.ts';
import type { GroupParts, SummaryParts, SummarySql, Value } from '../../../query/dialect/sql.ts';
import { computedColumn } from '../../../query/pseudo.ts';
import { membersOf } from './classes/texts.ts';
import { classOf } from './classes.ts';
import { compare } from './compare.ts';
import { json } from './render.ts';
import { byCodePoint } from './texts.ts';

const integer = computedColumn('integer', 'integer', 'bigint');
const double = computedColumn('numeric', 'double', 'double');
const text = computedColumn('text', 'text:utf8mb4_bin', 'text');
const periodText = computedColumn('text', 'text:utf8mb4_bin', 'varchar(19)');

export const summarise: SummarySql = {
  summable: (column) => classOf(column).sum !== null,
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
  const { sum: adding } = classOf(column);
  if (adding?.as !== 'decimal') return shownAs(sql`${sql.raw(name)}(cast(${value} as double))`, double);
  const { precision, scale } = adding.digits(column);
  const number = adding.number(value);
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

function extreme(name: 'min' | 'max', value: Value, column: Column): SummaryParts {
  const aggregate = sql.raw(name);
  const { extreme: way } = classOf(column);
  switch (way) {
    case 'member': {
      const place = sql`${aggregate}(${value} + 0)`;
      const member = sql`elt(${place}, ${sql.join(membersOf(column).map((member) => sql.lit(member)))})`;
      return { json: json(member, text), text: member, sort: place, column: integer };
    }
    case 'text': {
      const found = sql`${aggregate}(${compare.shown(value, column)})`;
      return { json: json(found, jsonOf(column)), text: found, sort: found, column: text };
    }
    case 'number':
    case 'value': {
      const found = sql`${aggregate}(${way === 'number' ? sql`${value} + 0` : value})`;
      const sort = compare.comparable(found, column, 'sort');
      return { json: json(found, column), text: compare.shown(found, column), sort, column };
    }
  }
}

/** The text of JSON makes the same JSON again; that of all else is a text like others. */
function jsonOf(column: Column): Column {
  return column.mode === 'json' ? column : text;
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

function group(value: Value, column: Column, bucket: BucketName | null): GroupParts {
  if (bucket !== null) {
    const by = byCodePoint(period(value, column, bucket));
    return { by, shown: sql`min(${by})`, ...asText(text), column: periodText };
  }
  const by = compare.comparable(value, column, 'sort');
  const { shared } = classOf(column);
  if (shared === 'text') {
    // Of texts that equal each other the first by code point stands for all.
    return { by, shown: sql`min(${compare.shown(value, column)})`, ...asText(jsonOf(column)), column };
  }
  return {
    by,
    shown: shared === 'number' ? sql`min(${value} + 0)` : sql`min(${value})`,
    json: (found) => json(found, column),
    text: (found) => compare.shown(found, column),
    column,
  };
}

/** For what is a text already. */
function asText(column: Column): Pick<GroupParts, 'json' | 'text'> {
  return { json: (found) => json(found, column), text: (found) => found };
}
