// The functions of computed fields in the SQL of MySQL and MariaDB.
import { type RawBuilder, sql } from 'kysely';
import {
  integerBounds,
  maxDigits,
  numberBound,
  quotientScale,
  type ResultType,
} from '../../../../query/computing/kinds.ts';
import type { Call, ComputeSql } from '../../../../query/dialect/computing.ts';
import type { Value } from '../../../../query/dialect/sql.ts';
import { named, operator } from '../../../base/calls.ts';
import { byCodePoint } from '../texts.ts';
import { lower, upper } from './letters.ts';

type Calls = ComputeSql['calls'];

/** The most digits of the engine's decimals. */
export const maxPrecision = 65;

export function asDecimal(value: Value, scale: number, precision = maxPrecision): RawBuilder<unknown> {
  return sql`cast(${value} as decimal(${sql.lit(precision)},${sql.lit(scale)}))`;
}

/** The first numbers out of range; with an exponent they would be doubles. */
const beyond = {
  integer: integerBounds.map((bound) => sql.raw(bound)),
  numeric: ['-1', '1'].map((sign) => sql.raw(`${sign}${'0'.repeat(maxDigits)}`)),
};

/** The texts of both, in quotes. */
const beyondTexts = {
  integer: sql.lit(`^"(${integerBounds.join('|')})([.]0*)?"$`),
  numeric: sql.lit(`^"-?1${'0'.repeat(maxDigits)}([.]0*)?"$`),
};

/**
 * A number, or NULL if out of range. Expressions that compare a value and return it, such as NULLIF, compute it twice,
 * so nesting multiplies the work: only plain values are compared, others are checked by their text.
 */
export function bounded(value: Value, { kind, scale }: ResultType, isPlain: boolean): Value {
  const range = kind === 'integer' ? 'integer' : 'numeric';
  const [below = sql`null`, above = sql`null`] = beyond[range];
  if (isPlain) return sql`case when ${value} > ${below} and ${value} < ${above} then ${value} end`;
  const text = sql`concat('"', ${clipped(value, beyond[range])}, '"')`;
  const list = sql`concat('[', regexp_replace(${text}, ${beyondTexts[range]}, 'null'), ']')`;
  return asDecimal(sql`json_value(${list}, '$[0]')`, scale);
}

function clipped(value: Value, [below, above]: readonly Value[]): Value {
  return sql`least(greatest(${value}, ${below}), ${above})`;
}

/** Products are clipped here: with its 81 digits the engine can multiply once more; only a tiny factor leads back. */
const room = ['-1', '1'].map((sign) => sql.raw(`${sign}${'0'.repeat(50)}`));

/** The decimals of a dividend; the engine's division adds four. */
const dividend = 20;

const position = (number: Value) =>
  sql`cast(greatest(least(truncate(${number}, 0), 1073741823), -1073741823) as signed)`;

export const calls: Calls = {
  ADD: operator('+'),
  SUB: operator('-'),
  MUL: (args, { args: types, result }) => {
    // With three large numbers the engine would run out of digits, so all products but the last are clipped.
    const [first = sql`null`, ...others] = args;
    const product = others.reduce<Value>(
      (all, arg, i) => sql`(${i === 0 ? all : clipped(all, room)} * ${arg})`,
      first,
    );
    const scale = types.reduce((sum, type) => sum + type.scale, 0);
    return scale === result.scale ? product : asDecimal(product, result.scale);
  },
  DIV: ([a = sql`null`, b]) => sql`round(${asDecimal(a, dividend)} / ${b}, ${sql.lit(quotientScale)})`,
  // Normalizes the engine's negative zero; a quotient by zero is NULL anyway.
  MOD: ([a, b]) => sql`(mod(${a}, ${b}) + 0)`,
  NEG: ([a]) => sql`(- ${a})`,
  ABS: named('abs'),
  ROUND: ([a, digits], { result }) =>
    digits === undefined
      ? sql`round(${a})`
      : asDecimal(
          sql`round(${a}, cast(greatest(least(truncate(${digits}, 0), 30), -60) as signed))`,
          result.scale,
        ),
  FLOOR: ([a]) => asDecimal(sql`floor(${a})`, 0),
  CEIL: ([a]) => asDecimal(sql`ceiling(${a})`, 0),
  CONCAT: (args) => byCodePoint(sql`concat(${sql.join(args)})`),
  UPPER: ([a = sql`null`], { isPlain }) => byCodePoint(upper(a, isPlain)),
  LOWER: ([a = sql`null`]) => byCodePoint(lower(a)),
  TRIM: ([a]) => byCodePoint(sql`trim(${a})`),
  LENGTH: ([a]) => asDecimal(sql`char_length(${a})`, 0),
  SUBSTRING: ([text, from = sql`1`, count]) => {
    const first = position(from);
    if (count === undefined) return byCodePoint(sql`substring(${text}, greatest(${first}, 1))`);
    // A part that begins before the text contains fewer of its characters.
    const length = sql`greatest(greatest(${position(count)}, 0) + least(${first}, 1) - 1, 0)`;
    return byCodePoint(sql`substring(${text}, greatest(${first}, 1), ${length})`);
  },
  // The engine ignores a NULL third argument if the second is not found.
  REPLACE: ([text, what, by]) =>
    byCodePoint(sql`case when ${by} is not null then replace(${text}, ${what}, ${by}) end`),
  COALESCE: named('coalesce'),
  NULLIF: named('nullif'),
  PART: ([moment = sql`null`], { keyword }) => asDecimal(part(moment, keyword), 0),
  TRUNCATE: truncated,
  SHIFT: ([moment, number], { keyword, isShort }) => {
    const count = sql`cast(case when abs(${number}) <= 400000000000 then truncate(${number}, 0) end as signed)`;
    const moved = sql`(${moment} + interval ${count} ${sql.raw(keyword)})`;
    // The engine has a year 0, which shifting by months can reach.
    return isShort ? sql`case when year(${moved}) > 0 then ${moved} end` : moved;
  },
  DISTANCE: ([from, to], { keyword }) =>
    asDecimal(sql`timestampdiff(${sql.raw(keyword)}, ${from}, ${to})`, 0),
  CAST: cast,
};

function part(moment: Value, word: string): Value {
  if (word === 'weekday') return sql`weekday(${moment}) + 1`;
  if (word === 'week') return sql`weekofyear(${moment})`;
  return sql`${sql.raw(word)}(${moment})`;
}

function truncated([moment]: readonly Value[], { keyword, result }: Call): Value {
  const day = sql`date(${moment})`;
  // Not by `makedate`, which takes the years before 100 for those after 1970.
  const starts: Readonly<Record<string, Value>> = {
    year: sql`${day} - interval dayofyear(${moment}) - 1 day`,
    quarter: sql`${day} - interval day(${moment}) - 1 day - interval mod(month(${moment}) - 1, 3) month`,
    month: sql`${day} - interval day(${moment}) - 1 day`,
    week: sql`${day} - interval weekday(${moment}) day`,
    day,
    hour: sql`cast(date_format(${moment}, '%Y-%m-%d %H:00:00') as datetime)`,
  };
  const start = starts[keyword] ?? day;
  return result.kind === 'date' || keyword === 'hour' ? sql`(${start})` : sql`cast(${start} as datetime)`;
}

// The end of the text; `$` would allow a line break after it.
const numberPattern = sql.lit(
  '^[+-]?([0-9]{1,40}([.][0-9]{0,60})?|[.][0-9]{1,60})([eE][+-]?[0-9]{1,2})?(?![.]|[^.])',
);
const momentPattern = sql.lit(
  '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])([T ]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,9})?)?)?(?![.]|[^.])',
);

function cast([value = sql`null`]: readonly Value[], { args, result, keyword }: Call): Value {
  const from = args[0]?.kind ?? 'text';
  if (keyword === 'integer' && (from === 'numeric' || from === 'integer'))
    return asDecimal(sql`round(${value})`, 0);
  if (keyword === 'numeric' && from === 'integer') return value;
  if (keyword === 'date' && from === 'datetime') return sql`date(${value})`;
  if (keyword === 'datetime' && from === 'date') return sql`cast(${value} as datetime)`;
  if (from !== 'text') return sql`cast(null as ${sql.raw(castType(result))})`;
  const text = sql`trim(${value})`;
  if (keyword === 'boolean') return sql`case lower(${text}) when 'true' then 1 when 'false' then 0 end`;
  if (keyword === 'integer' || keyword === 'numeric') {
    const isInRange = sql`abs(${text} + 0) < ${sql.raw(numberBound)}`;
    return sql`case when ${text} regexp ${numberPattern} and ${isInRange} then ${asDecimal(text, result.scale)} end`;
  }
  const isMoment = sql`${text} regexp ${momentPattern} and left(${text}, 4) <> '0000'`;
  // NULL if the month has no such day. Decimals beyond the sixth are cut off, because one of the engines would round.
  const read = sql`cast(replace(left(${text}, 26), 'T', ' ') as ${sql.raw(castType(result))})`;
  return sql`case when ${isMoment} and last_day(concat(left(${text}, 8), '01')) >= left(${text}, 10) then ${read} end`;
}

function castType({ kind, scale }: Call['result']): string {
  if (kind === 'integer' || kind === 'numeric') return `decimal(65,${scale})`;
  return kind === 'date' ? 'date' : kind === 'datetime' ? 'datetime(6)' : 'signed';
}
