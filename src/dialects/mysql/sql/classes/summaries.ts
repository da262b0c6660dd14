// How MySQL and MariaDB summarise and group the values of a class.
import { type RawBuilder, sql } from 'kysely';
import type { BucketName } from '../../../../contract/buckets.ts';
import type { Column } from '../../../../model/database.ts';
import type { GroupParts, SummaryParts, Value } from '../../../../query/dialect/sql.ts';
import { computedColumn } from '../../../../query/pseudo.ts';
import { byCodePoint } from '../texts.ts';
import { instantOf, isInstant, onClock } from '../zones.ts';
import { decimal, double, integer } from './numbers.ts';
import { membersOf, text } from './texts.ts';
import type { Adding, Traits } from './traits.ts';

const integerColumn = computedColumn('integer', 'integer', 'bigint');
const doubleColumn = computedColumn('numeric', 'double', 'double');
const textColumn = computedColumn('text', 'text:utf8mb4_bin', 'text');
const periodColumn = computedColumn('text', 'text:utf8mb4_bin', 'varchar(19)');

/** What an answer shows; folded and compared by code point. */
export function shownText({ text }: Traits, value: Value, column: Column): RawBuilder<unknown> {
  return byCodePoint(text(value, column));
}

function shownAs(own: Traits, value: RawBuilder<unknown>, column: Column): SummaryParts {
  return { json: own.json(value, column), text: shownText(own, value, column), sort: value, column };
}

/** A number of rows. */
export function counted(count: RawBuilder<unknown>): SummaryParts {
  return shownAs(integer, count, integerColumn);
}

/** The most digits that a decimal of the engine can have, and of these behind the point. */
const mostDigits = 65;
const mostDecimals = 30;
/** More digits than this, and a sum of very many values may have more than the engine can hold. */
const safeDigits = 45;
/** Decimals of a sum before it is divided; the engine then divides to four more. */
const leastDecimals = 8;

export function added(adding: Adding, name: 'sum' | 'avg', value: Value, column: Column): SummaryParts {
  if (adding.as === 'double') {
    return shownAs(double, sql`${sql.raw(name)}(cast(${value} as double))`, doubleColumn);
  }
  const { precision, scale, whole = precision - scale } = adding.digits(column);
  const number = adding.number(value);
  const isSafe = precision <= safeDigits;
  const sum = isSafe ? sql`sum(${number})` : boundedSum(number, scale);
  if (name === 'sum') return shownAs(decimal, sum, decimalOf(scale));
  const mean = isSafe ? meanOf(sum, number, scale) : longMean(sum, number, scale);
  // In an order a value has no room for more digits than these, its whole ones included.
  const decimals = Math.min(Math.max(scale, leastDecimals) + 4, mostDecimals, mostDigits - whole);
  const type = decimalOf(decimals);
  return { ...shownAs(decimal, mean, type), sort: sql`cast(${mean} as ${sql.raw(type.nativeType)})` };
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

export function extreme(own: Traits, name: 'min' | 'max', value: Value, column: Column): SummaryParts {
  const aggregate = sql.raw(name);
  switch (own.extreme) {
    case 'member': {
      const place = sql`${aggregate}(${value} + 0)`;
      const member = sql`elt(${place}, ${sql.join(membersOf(column).map((member) => sql.lit(member)))})`;
      return { json: text.json(member, textColumn), text: member, sort: place, column: integerColumn };
    }
    case 'text': {
      const found = sql`${aggregate}(${shownText(own, value, column)})`;
      return { json: jsonOfText(own, found, column), text: found, sort: found, column: textColumn };
    }
    case 'number':
    case 'value': {
      const found = sql`${aggregate}(${own.extreme === 'number' ? sql`${value} + 0` : value})`;
      return { ...shownAs(own, found, column), sort: own.comparable(found, column, 'sort') };
    }
  }
}

/** The text of JSON, or of a list, makes the same JSON again; that of all else is a text like others. */
function jsonOfText(own: Traits, found: Value, column: Column): ReturnType<Traits['json']> {
  const isJson = column.mode === 'json' || column.mode === 'array';
  return isJson ? own.json(found, column) : text.json(found, textColumn);
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

/** An instant has its period on a clock of the zone; the period begins at an instant again. */
function periodOfInstant(
  value: Value,
  column: Column,
  bucket: BucketName,
  zone: string,
): RawBuilder<unknown> {
  const clock = onClock(value, zone);
  // An hour that a clock shows twice is two.
  const start =
    bucket === 'hour'
      ? sql`(${value} - interval minute(${clock}) * 60 + second(${clock}) second)`
      : instantOf(sql`cast(${period(clock, column, bucket)} as datetime)`, zone);
  return sql`date_format(${start}, '%Y-%m-%dT%H:%i:%s')`;
}

/** Grouped by the beginnings of periods, as texts. */
export function groupByPeriod(value: Value, column: Column, bucket: BucketName, zone: string): GroupParts {
  const start = isInstant(column)
    ? periodOfInstant(value, column, bucket, zone)
    : period(value, column, bucket);
  const by = byCodePoint(start);
  return {
    by,
    shown: sql`min(${by})`,
    json: (found) => text.json(found, textColumn),
    text: (found) => found,
    column: periodColumn,
  };
}

export function group(own: Traits, value: Value, column: Column): GroupParts {
  const by = own.comparable(value, column, 'sort');
  if (own.shared === 'text') {
    return {
      by,
      // Of texts that equal each other the first by code point stands for all.
      shown: sql`min(${shownText(own, value, column)})`,
      json: (found) => jsonOfText(own, found, column),
      text: (found) => found,
      column,
    };
  }
  return {
    by,
    shown: own.shared === 'number' ? sql`min(${value} + 0)` : sql`min(${value})`,
    json: (found) => own.json(found, column),
    text: (found) => shownText(own, found, column),
    column,
  };
}
