// Sums, products, quotients and rounding of computed numbers, which are decimals of 38 digits with a known scale.
import { type RawBuilder, sql } from 'kysely';
import { isNumber, quotientScale, type ResultType } from '../../../../query/computing/kinds.ts';
import type { Call, ComputeSql } from '../../../../query/dialect/computing.ts';
import type { Value } from '../../../../query/dialect/sql.ts';
import { decimalType, maxDecimals, numberOf, once, quotientText, unitsOf } from '../exact.ts';

type CallSql = ComputeSql['calls']['ADD'];

export const scaleIn = ({ scale }: ResultType) => Math.min(scale, maxDecimals);

/** NULL if the decimals leave no room for the digits before the point. */
export function asDecimal(value: Value, scale: number): RawBuilder<unknown> {
  return sql`try_cast(${value} as ${sql.raw(decimalType(scale))})`;
}

/** For two decimals the engine may use the scale of either for both, and round the other. */
export const withSameScale =
  (make: CallSql): CallSql =>
  (args, call) =>
    make(isNumber(call.result.kind) ? args.map((arg) => asDecimal(arg, call.result.scale)) : args, call);

export function product(args: readonly Value[], call: Call): Value {
  const scales = call.args.map(scaleIn);
  const [first = sql`null`, ...others] = args;
  let [value, scale] = [first, scales[0] ?? 0];
  others.forEach((other, i) => {
    const its = scales[i + 1] ?? 0;
    value = scale + its <= maxDecimals ? plainProduct(value, other, call) : wideProduct(value, other);
    scale = Math.min(scale + its, maxDecimals);
  });
  return asDecimal(value, call.result.scale);
}

/** NULL if it does not fit. TRY does not allow subqueries, so values that may contain one get a name. */
function plainProduct(a: Value, b: Value, { isPlain }: Call): Value {
  const tried = (x: Value, y: Value) => sql`try(${x} * ${y})`;
  return isPlain ? tried(a, b) : once({ a, b }, ({ a: x = a, b: y = b }) => tried(x, y));
}

/** For decimals that leave too little room before the point: if it does not suffice, each factor keeps half of them. */
function wideProduct(a: Value, b: Value): Value {
  const half = sql.raw(decimalType(maxDecimals / 2));
  const whole = sql.raw(decimalType(maxDecimals));
  return once(
    { a, b },
    ({ a: x, b: y }) =>
      sql`coalesce(try((${x} * ${y})::${whole}), try((${x}::${half} * ${y}::${half})::${whole}))`,
  );
}

/** The engine itself divides only doubles, which serve as a fallback if there is no room for the digits. */
export function quotient([a = sql`null`, b = sql`null`]: readonly Value[], call: Call): Value {
  const scale = Math.max(...call.args.map(scaleIn));
  const type = sql.raw(decimalType(quotientScale));
  return once({ a: asDecimal(a, scale), b: asDecimal(b, scale) }, ({ a: x = a, b: y = b }) => {
    const dividend = sql`${unitsOf(x, scale)} * case when ${y} < 0 then -1 else 1 end`;
    const exact = quotientText(dividend, sql`abs(${unitsOf(y, scale)})`, 0, quotientScale);
    const near = sql`try_cast(${x}::double / ${y}::double as ${type})`;
    return sql`case when ${y} <> 0 then coalesce(try(${exact}::${type}), ${near}) end`;
  });
}

/** Rounds half away from zero. */
export function rounded([a = sql`null`, digits]: readonly Value[], call: Call): Value {
  if (digits === undefined) return asDecimal(sql`round(${a})`, call.result.scale);
  const scale = scaleIn(call.args[0] ?? call.result);
  const kept = sql`(case when ${digits} is not null then greatest(least(trunc(${digits}), ${sql.lit(scale)}), ${sql.lit(scale - 37)}) end)::int`;
  const value = once({ u: unitsOf(asDecimal(a, scale), scale), k: kept }, ({ u, k }) =>
    once({ u: u ?? a, p: sql`rpad('1', ${sql.lit(scale + 1)} - ${k}, '0')::hugeint` }, ({ u: x, p }) => {
      const units = sql`(2 * abs(${x}) + ${p}) // (2 * ${p}) * ${p} * sign(${x})`;
      return numberOf(units, scale);
    }),
  );
  return asDecimal(value, call.result.scale);
}
