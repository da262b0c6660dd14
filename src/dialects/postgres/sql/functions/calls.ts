// The functions of computed fields in PostgreSQL's SQL.
import { sql } from 'kysely';
import { numberBound, quotientScale, type ResultType } from '../../../../query/computing/kinds.ts';
import type { Call, ComputeSql } from '../../../../query/dialect/computing.ts';
import type { Value } from '../../../../query/dialect/sql.ts';
import { firstUnsupportedMoment, maxUnits, momentType, named, operator } from '../../../base/calls.ts';
import { concat, replace } from './long-texts.ts';

type Calls = ComputeSql['calls'];

/** The engine's division keeps as many decimals as the dividend has. */
const zeros = sql.raw(`0.${'0'.repeat(30)}`);

/** The number truncated and clamped to a range; NULL for NULL, which `least` and `greatest` would ignore. */
const within = (number: Value, least: number, most: number) =>
  sql`(case when ${number} is not null then greatest(least(trunc(${number}), ${sql.lit(most)}), ${sql.lit(least)}) end)::int`;

/** A position in a text: no text is longer than this. */
const position = (number: Value) => within(number, -1_073_741_823, 1_073_741_823);
const length = (number: Value) => within(number, 0, 1_073_741_823);

export const calls: Calls = {
  ADD: operator('+'),
  SUB: operator('-'),
  MUL: operator('*'),
  DIV: ([a, b]) => sql`round((${a} + ${zeros}) / nullif(${b}, 0), ${sql.lit(quotientScale)})`,
  MOD: ([a, b]) => sql`mod(${a}, nullif(${b}, 0))`,
  NEG: ([a]) => sql`(- ${a})`,
  ABS: named('abs'),
  ROUND: ([a, digits]) =>
    digits === undefined ? sql`round(${a})` : sql`round(${a}, ${within(digits, -1_000, 1_000)})`,
  FLOOR: named('floor'),
  CEIL: named('ceil'),
  CONCAT: concat,
  UPPER: ([a]) => sql`upper(${a} collate "und-x-icu") collate "C"`,
  LOWER: ([a]) => sql`lower(${a} collate "und-x-icu") collate "C"`,
  TRIM: ([a]) => sql`btrim(${a}, ' ')`,
  LENGTH: ([a]) => sql`char_length(${a})::numeric`,
  SUBSTRING: ([text, from = sql`1`, count]) =>
    count === undefined
      ? sql`substr(${text}, ${position(from)})`
      : sql`substr(${text}, ${position(from)}, ${length(count)})`,
  REPLACE: replace,
  COALESCE: named('coalesce'),
  NULLIF: named('nullif'),
  PART: ([moment], { keyword }) =>
    sql`floor(extract(${sql.raw(parts[keyword] ?? keyword)} from ${moment}))::numeric`,
  TRUNCATE: ([moment], { keyword, result }) =>
    sql`date_trunc(${sql.lit(keyword)}, ${inYears(moment, result)})::${sql.raw(momentType(result))}`,
  SHIFT: shifted,
  DISTANCE: distance,
  CAST: cast,
};

const parts: Readonly<Record<string, string>> = { weekday: 'isodow' };

/** The last moment before all supported years, and the first one after them. */
const outside = {
  timestamp: [sql`timestamp '0001-12-31 23:59:59.999999 BC'`, firstUnsupportedMoment],
  date: [sql`date '0001-12-31 BC'`, sql`date '10000-01-01'`],
  /** Of moments ten thousand years later. */
  later: [sql`timestamp '10000-12-31 23:59:59.999999'`, sql`timestamp '20000-01-01'`],
} as const;

/** A whole number of the calendar's cycles of 400 years, so that every day has its counterpart. */
const tenThousandYears = sql`interval '10000 years'`;

/** NULL if a moment is outside the supported years. Mentions it once, because it may be a long computation. */
function bounded(moment: Value, type: keyof typeof outside): Value {
  const [before, after] = outside[type];
  return sql`nullif(greatest(nullif(least(${moment}, ${after}), ${after}), ${before}), ${before})`;
}

/**
 * A moment for computations. The engine fails on some moments outside the supported years, including infinity, in any
 * row that it evaluates, even one that the user may not see.
 */
function inYears(moment: Value = sql`null`, { kind }: Pick<ResultType, 'kind'>): Value {
  return sql`${bounded(moment, kind === 'date' ? 'date' : 'timestamp')}::timestamp`;
}

const months: Readonly<Record<string, number>> = { year: 12, quarter: 3, month: 1 };

function shifted([moment, number]: readonly Value[], { keyword, args, result }: Call): Value {
  const most = sql.raw(String(maxUnits[keyword]));
  const count = sql`(case when abs(${number}) <= ${most} then trunc(${number}) end)`;
  const inMonths = months[keyword];
  const interval =
    inMonths === undefined
      ? sql`${count}::float8 * interval '1 ${sql.raw(keyword)}'`
      : sql`${count}::float8 * interval '${sql.raw(String(inMonths))} months'`;
  // The engine fails before 4714 BC, which a shift can reach, but not after the last supported year.
  const moved = sql`(${inYears(moment, args[0] ?? result)} + ${tenThousandYears} + ${interval})`;
  return sql`(${bounded(moved, 'later')} - ${tenThousandYears})::${sql.raw(momentType(result))}`;
}

const seconds: Readonly<Record<string, number>> = {
  week: 604_800,
  day: 86_400,
  hour: 3_600,
  minute: 60,
  second: 1,
};

function distance(moments: readonly Value[], { keyword, args }: Call): Value {
  const [from, to] = moments.map((moment, i) => inYears(moment, args[i] ?? { kind: 'datetime' }));
  const inSeconds = seconds[keyword];
  if (inSeconds !== undefined) {
    return sql`trunc(extract(epoch from (${to} - ${from}))::numeric / ${sql.raw(String(inSeconds))})`;
  }
  const month = (moment: Value) => sql`(extract(year from ${moment}) * 12 + extract(month from ${moment}))`;
  const rest = (moment: Value) => sql`to_char(${moment}, 'DDHH24MISSUS')`;
  const between = sql`(${month(to ?? sql`null`)} - ${month(from ?? sql`null`)})`;
  const isShort = sql`${rest(to ?? sql`null`)} < ${rest(from ?? sql`null`)}`;
  const isLong = sql`${rest(to ?? sql`null`)} > ${rest(from ?? sql`null`)}`;
  const whole = sql`(${between} + case when ${between} > 0 and ${isShort} then -1 when ${between} < 0 and ${isLong} then 1 else 0 end)::numeric`;
  return sql`trunc(${whole} / ${sql.raw(String(months[keyword] ?? 1))})`;
}

const numberPattern = sql.lit('^[+-]?([0-9]{1,60}(\\.[0-9]{0,60})?|\\.[0-9]{1,60})([eE][+-]?[0-9]{1,2})?$');
const dayPattern = '[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])';
const timePattern = '([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,9})?)?';

function cast([value = sql`null`]: readonly Value[], { args, result, keyword }: Call): Value {
  const from = args[0]?.kind ?? 'text';
  if (keyword === 'integer' && (from === 'numeric' || from === 'integer')) return sql`round(${value})`;
  if (keyword === 'numeric' && from === 'integer') return value;
  if (keyword === 'date' && from === 'datetime') return sql`${value}::date`;
  if (keyword === 'datetime' && from === 'date') return inYears(value, { kind: from });
  const text = from === 'text' ? sql`btrim(${value}, ' ')` : sql`(${value})::text`;
  if (keyword === 'boolean')
    return sql`case lower(${text}) when 'true' then true when 'false' then false end`;
  if (keyword === 'integer' || keyword === 'numeric') {
    const isInRange = sql`abs(${text}::numeric) < ${sql.raw(numberBound)}`;
    return sql`case when ${text} ~ ${numberPattern} then case when ${isInRange} then round(${text}::numeric, ${sql.lit(result.scale)}) end end`;
  }
  // The last day of the month tells whether the day exists.
  const first = sql`(left(${text}, 8) || '01')::date`;
  const isDay = sql`substr(${text}, 9, 2)::int <= extract(day from ${first} + interval '1 month' - interval '1 day')`;
  const pattern = sql.lit(`^${dayPattern}([T ]${timePattern})?$`);
  const isMoment = sql`${text} ~ ${pattern} and left(${text}, 4) <> '0000'`;
  // Digits beyond the engine's precision are truncated: rounding could reach the next second.
  return sql`case when ${isMoment} then case when ${isDay} then left(${text}, 26)::timestamp::${sql.raw(momentType(result))} end end`;
}
