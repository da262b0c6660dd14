// The functions of computed fields in DuckDB's SQL.
import { type RawBuilder, sql } from 'kysely';
import { isNumber } from '../../../../query/computing/kinds.ts';
import type { Call, ComputeSql } from '../../../../query/dialect/computing.ts';
import type { Value } from '../../../../query/dialect/sql.ts';
import {
  firstUnsupportedMoment,
  joined,
  maxUnits,
  momentType,
  named,
  operator,
} from '../../../base/calls.ts';
import { decimalType, once } from '../exact.ts';
import { asDecimal, product, quotient, rounded, scaleIn, withSameScale } from './arithmetic.ts';

/** A position in a text: no text is longer. NULL for NULL, which `least` and `greatest` would ignore. */
const position = (number: Value) =>
  sql`(case when ${number} is not null then greatest(least(trunc(${number}), 1073741823), -1073741823) end)::bigint`;

/**
 * The limit for texts made from shorter ones, in bytes; NULL beyond. The engine computes a thousand rows or more at a
 * time, and does not account for all the memory that it uses meanwhile.
 */
const maxTextBytes = sql.lit(2 ** 20);

/** Limits a concatenated text. */
const fitting = (text: Value) =>
  once({ t: text }, ({ t }) => sql`case when strlen(${t}) <= ${maxTextBytes} then ${t} end`);

function replaced(
  [text = sql`null`, what = sql`null`, by = sql`null`]: readonly Value[],
  { isPlain }: Call,
): Value {
  const made = (t: Value, w: Value, b: Value) => {
    const times = sql`(strlen(${t}) - strlen(replace(${t}, ${w}, ''))) // strlen(${w})`;
    const isShort = sql`strlen(${t}) * strlen(${b}) <= ${maxTextBytes} or strlen(${b}) <= strlen(${w}) or ${w} = ''`;
    const isFitting = sql`strlen(${t}) + ${times} * (strlen(${b}) - strlen(${w})) <= ${maxTextBytes}`;
    // Most are known to be short without searching for the replaced text.
    return sql`case when ${isShort} or ${isFitting} then replace(${t}, ${w}, ${b}) end`;
  };
  return isPlain
    ? made(text, what, by)
    : once({ t: text, w: what, b: by }, ({ t, w, b }) => made(t ?? text, w ?? what, b ?? by));
}

/** Splits in halves: a chain nests each text in all later ones; planning time grows with the cube of their count. */
function inHalves(texts: readonly Value[]): Value {
  const [first = sql`null`, second, ...more] = texts;
  if (second === undefined) return first;
  if (more.length === 0) return sql`(${first} || ${second})`;
  const middle = texts.length >> 1;
  return sql`(${inHalves(texts.slice(0, middle))} || ${inHalves(texts.slice(middle))})`;
}

const asInteger = (value: Value) => asDecimal(value, 0);

export const calls: ComputeSql['calls'] = {
  ADD: withSameScale(operator('+')),
  SUB: withSameScale(operator('-')),
  MUL: product,
  DIV: quotient,
  // NULL if the second is zero.
  MOD: withSameScale(operator('%')),
  NEG: ([a]) => sql`(- ${a})`,
  ABS: named('abs'),
  ROUND: rounded,
  FLOOR: ([a]) => asInteger(sql`floor(${a})`),
  CEIL: ([a]) => asInteger(sql`ceil(${a})`),
  CONCAT: joined(inHalves, fitting),
  UPPER: ([a = sql`null`]) => upper(a),
  LOWER: ([a = sql`null`]) => lower(a),
  TRIM: ([a]) => sql`trim(${a}, ' ')`,
  LENGTH: ([a]) => asInteger(sql`length(${a})`),
  SUBSTRING([text, from = sql`1`, count]) {
    const first = position(from);
    const start = sql`greatest(${first}, 1)`;
    if (count === undefined) return sql`case when ${from} is not null then substr(${text}, ${start}) end`;
    // A part that begins before the text has fewer characters of it.
    const length = sql`greatest(greatest(${position(count)}, 0) + least(${first}, 1) - 1, 0)`;
    const isKnown = sql`${from} is not null and ${count} is not null`;
    return sql`case when ${isKnown} then substr(${text}, ${start}, ${length}) end`;
  },
  REPLACE: replaced,
  COALESCE: withSameScale(named('coalesce')),
  NULLIF: unlessEqual,
  PART: ([moment], { keyword }) =>
    asInteger(sql`date_part(${sql.lit(keyword === 'weekday' ? 'isodow' : keyword)}, ${moment})`),
  TRUNCATE: ([moment], { keyword, result }) =>
    sql`date_trunc(${sql.lit(keyword)}, ${moment}::timestamp)::${sql.raw(momentType(result))}`,
  SHIFT: shifted,
  DISTANCE: distance,
  CAST: cast,
};

/** With all decimals of both: 0.5 is not 0.495. The engine's own NULLIF expands to a CASE that repeats its argument. */
function unlessEqual([a = sql`null`, b = sql`null`]: readonly Value[], call: Call): Value {
  const chosen = (first: Value, second: Value) =>
    once(
      { a: first, b: second },
      ({ a: x, b: y }) => sql`case when ${x} is distinct from ${y} then ${x} end`,
    );
  if (!isNumber(call.result.kind)) return chosen(a, b);
  const scale = Math.max(...call.args.map(scaleIn));
  return asDecimal(chosen(asDecimal(a, scale), asDecimal(b, scale)), call.result.scale);
}

/** Letters whose upper case is several letters, which the engine leaves unchanged or maps to another one. */
const doubled: Readonly<Record<string, string>> = { ß: 'SS', ﬀ: 'FF', ﬁ: 'FI', ﬂ: 'FL', ﬃ: 'FFI', ﬄ: 'FFL' };

function upper(text: Value): Value {
  const spelled = Object.entries(doubled).reduce<Value>(
    (inner, [letter, capitals]) => sql`replace(${inner}, ${sql.lit(letter)}, ${sql.lit(capitals)})`,
    text,
  );
  return sql`upper(${spelled})`;
}

/** The engine knows neither the final sigma nor the dot that stays above an i, so both are inserted first. */
function lower(text: Value): Value {
  const dotted = sql`replace(${text}, ${sql.lit('\u0130')}, ${sql.lit('i\u0307')})`;
  const final = sql`regexp_replace(${dotted}, ${sql.lit('(\\pL)\u03a3(\\PL|$)')}, ${sql.lit('\\1\u03c2\\2')}, 'g')`;
  return sql`lower(${final})`;
}

const before = sql`timestamp '0001-12-31 (BC) 23:59:59.999999'`;

function shifted([moment, number]: readonly Value[], { keyword, result }: Call): Value {
  const most = sql.raw(String(maxUnits[keyword]));
  const count = sql`(case when abs(${number}) <= ${most} then trunc(${number}) end)::bigint`;
  const moved = sql`(${moment}::timestamp + ${interval(count, keyword)})`;
  // Mentioned once, because moments may be shifted repeatedly; NULL outside the supported years.
  const within = once(
    { m: moved },
    ({ m }) => sql`case when ${m} > ${before} and ${m} < ${firstUnsupportedMoment} then ${m} end`,
  );
  return sql`${within}::${sql.raw(momentType(result))}`;
}

const inMonths: Readonly<Record<string, number>> = { year: 12, quarter: 3, month: 1 };
const inSeconds: Readonly<Record<string, number>> = {
  week: 604_800,
  day: 86_400,
  hour: 3_600,
  minute: 60,
  second: 1,
};

function interval(count: Value, word: string): RawBuilder<unknown> {
  const months = inMonths[word];
  if (months !== undefined) return sql`to_months((${count} * ${sql.lit(months)})::int)`;
  return sql`to_microseconds(${count} * ${sql.raw(String((inSeconds[word] ?? 1) * 1_000_000))})`;
}

function distance([from = sql`null`, to = sql`null`]: readonly Value[], { keyword }: Call): Value {
  const seconds = inSeconds[keyword];
  if (seconds !== undefined) {
    const micros = sql`(epoch_us(${to}::timestamp) - epoch_us(${from}::timestamp))`;
    return asInteger(sql`${micros} // ${sql.raw(String(seconds * 1_000_000))}`);
  }
  const month = (moment: Value) => sql`(date_part('year', ${moment}) * 12 + date_part('month', ${moment}))`;
  const rest = (moment: Value) => sql`strftime(${moment}::timestamp, '%d%H%M%S%f')`;
  const between = sql`(${month(to)} - ${month(from)})`;
  const late = sql`when ${between} > 0 and ${rest(to)} < ${rest(from)} then -1`;
  const early = sql`when ${between} < 0 and ${rest(to)} > ${rest(from)} then 1`;
  return asInteger(
    sql`(${between} + case ${late} ${early} else 0 end) // ${sql.lit(inMonths[keyword] ?? 1)}`,
  );
}

const numberPattern = sql.lit('^[+-]?([0-9]{1,60}(\\.[0-9]{0,60})?|\\.[0-9]{1,60})([eE][+-]?[0-9]{1,2})?$');
const momentPattern = sql.lit(
  '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])([T ]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,9})?)?)?$',
);

/** A text that is not a value of the kind yields NULL. */
function cast([value = sql`null`]: readonly Value[], { args, result, keyword }: Call): Value {
  const from = args[0]?.kind ?? 'text';
  if (keyword === 'integer' && (from === 'numeric' || from === 'integer'))
    return asInteger(sql`round(${value})`);
  if (keyword === 'numeric' && from === 'integer') return asDecimal(value, result.scale);
  if (keyword === 'date' && from === 'datetime') return sql`${value}::date`;
  if (keyword === 'datetime' && from === 'date') return sql`${value}::timestamp`;
  const text = from === 'text' ? sql`trim(${value}, ' ')` : sql`(${value})::text`;
  if (keyword === 'boolean')
    return sql`case lower(${text}) when 'true' then true when 'false' then false end`;
  if (keyword === 'integer' || keyword === 'numeric') {
    return sql`case when regexp_matches(${text}, ${numberPattern}) then try_cast(${text} as ${sql.raw(decimalType(result.scale))}) end`;
  }
  const isMoment = sql`regexp_matches(${text}, ${momentPattern}) and left(${text}, 4) <> '0000'`;
  return sql`case when ${isMoment} then try_cast(${text} as timestamp)::${sql.raw(momentType(result))} end`;
}
