// How MySQL and MariaDB summarise and group the values of a class.
import { type RawBuilder, sql } from 'kysely';
import type { BucketName } from '../../../../contract/buckets.ts';
import type { Column } from '../../../../model/database.ts';
import type { GroupParts, SummaryParts, Value } from '../../../../query/dialect/sql.ts';
import { computedColumn } from '../../../../query/pseudo.ts';
import { byCodePoint } from '../texts.ts';
import { membersOf } from '../types.ts';
import { instantOf, isInstant, onClock } from '../zones.ts';
import { decimal, double, integer } from './numbers.ts';
import { text } from './texts.ts';
import type { Adding, Traits } from './traits.ts';

const integerColumn = computedColumn('integer', 'integer', 'bigint');
const doubleColumn = computedColumn('numeric', 'double', 'double');
const textColumn = computedColumn('text', 'text:utf8mb4_bin', 'text');
const periodColumn = computedColumn('text', 'text:utf8mb4_bin', 'varchar(19)');

/** The displayed text; it folds and compares by code point. */
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

/** The most digits of the engine's decimals, and the most decimals among them. */
const maxDigits = 65;
const maxDecimals = 30;
/** With more digits than this, a sum of very many values may exceed what the engine can hold. */
const safeDigits = 45;
/** The decimals of a sum before division; the engine's division adds four. */
const minDecimals = 8;

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
  // Sort values have room for no more digits than these, including those before the point.
  const decimals = Math.min(Math.max(scale, minDecimals) + 4, maxDecimals, maxDigits - whole);
  const type = decimalOf(decimals);
  return { ...shownAs(decimal, mean, type), sort: sql`cast(${mean} as ${sql.raw(type.nativeType)})` };
}

function decimalOf(scale: number): Column {
  return computedColumn('numeric', 'decimal', `decimal(${maxDigits},${scale})`);
}

/** If the sum does not fit, the engine would silently return its largest number: this fails instead. */
function boundedSum(number: Value, scale: number): RawBuilder<unknown> {
  const bound = sql.raw(`1e${maxDigits - scale}`);
  return sql`case when sum(abs(cast(${number} as double))) < 0.999 * ${bound} then sum(${number}) when count(${number}) > 0 then 18446744073709551615 + count(${number}) end`;
}

function meanOf(sum: Value, number: Value, scale: number): RawBuilder<unknown> {
  const decimals = sql.lit(Math.max(scale, minDecimals));
  return sql`(cast(${sum} as decimal(${sql.lit(maxDigits)}, ${decimals})) / count(${number}))`;
}

/** Divides the remainder separately, if the whole sum has no room for more decimals. */
function longMean(sum: Value, number: Value, scale: number): RawBuilder<unknown> {
  const rest = sql`mod(${sum}, count(${number}))`;
  return sql`((${sum} - ${rest}) / count(${number}) + ${meanOf(rest, number, scale)})`;
}

export function extreme(own: Traits, name: 'min' | 'max', value: Value, column: Column): SummaryParts {
  const aggregate = sql.raw(name);
  switch (own.extreme) {
    case 'member': {
      const place = sql`${aggregate}(${value} + 0)`;
      const member = sql`elt(${place}, ${sql.join(membersOf(column.nativeType).map((member) => sql.lit(member)))})`;
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

/** The text of JSON or a list is that JSON again; any other text is quoted. */
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

/** As text, which sorts like the periods. Days without a month, such as 0000-00-00, are in none and stay as they are. */
function period(value: Value, column: Column, bucket: BucketName): RawBuilder<unknown> {
  const start =
    bucket === 'quarter'
      ? sql`concat(date_format(${value}, '%Y-'), lpad(quarter(${value}) * 3 - 2, 2, '0'), '-01')`
      : bucket === 'week'
        ? sql`date_format(${value} - interval weekday(${value}) day, '%Y-%m-%d')`
        : sql`date_format(${value}, ${sql.lit(formats[bucket])})`;
  const isNoDay =
    bucket === 'year' ? sql`month(${value}) = 0` : sql`month(${value}) = 0 or day(${value}) = 0`;
  const found =
    bucket === 'day' || bucket === 'hour'
      ? start
      : sql`case when ${isNoDay} then date_format(${value}, ${sql.lit(formats.day)}) else ${start} end`;
  return bucket === 'hour' || column.mode === 'date' ? found : sql`concat(${found}, 'T00:00:00')`;
}

/** The period of an instant is determined on the zone's clock; its start is again an instant. */
function periodOfInstant(
  value: Value,
  column: Column,
  bucket: BucketName,
  zone: string,
): RawBuilder<unknown> {
  const clock = onClock(value, zone);
  // An hour that occurs twice on a clock counts as two.
  const start =
    bucket === 'hour'
      ? sql`(${value} - interval minute(${clock}) * 60 + second(${clock}) second)`
      : instantOf(sql`cast(${period(clock, column, bucket)} as datetime)`, zone);
  // 0000-00-00 is on no clock.
  return sql`date_format(case when month(${value}) = 0 then ${value} else ${start} end, '%Y-%m-%dT%H:%i:%s')`;
}

/** Grouped by starts of periods, as texts. */
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
      // Equal texts are represented by the first in code point order.
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
