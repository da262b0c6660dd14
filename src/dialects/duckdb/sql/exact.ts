// Exact arithmetic with DuckDB's decimals; the engine's own division returns doubles.
import { type RawBuilder, sql } from 'kysely';
import type { Value } from '../../../query/dialect/sql.ts';

/** The most decimals of a computed number, which leaves room for 20 digits before the point. */
export const maxDecimals = 18;

export function decimalType(scale: number): string {
  return `DECIMAL(38,${Math.min(scale, maxDecimals)})`;
}

/** A number in units of its last decimal. */
export function unitsOf(value: Value, scale: number): RawBuilder<unknown> {
  return scale === 0 ? sql`${value}::hugeint` : sql`replace((${value})::text, '.', '')::hugeint`;
}

/** A power of ten, as SQL text. */
export const tenTo = (power: number) => sql.raw(`1${'0'.repeat(power)}::hugeint`);

/**
 * Names values, so that each is written once however often it is mentioned: they may be long. Parts are accessed like
 * list elements: with a dot, a column with the same name as the whole would be meant.
 */
export function once(
  values: Readonly<Record<string, Value>>,
  make: (names: Readonly<Record<string, Value>>) => Value,
  /** The name of the whole, which hides outer columns of that name. */
  all: 'v' | 'tried' = 'v',
): RawBuilder<unknown> {
  const together = sql.raw(all);
  const fields = Object.entries(values).map(([name, value]) => sql`${sql.raw(name)} := ${value}`);
  const names = Object.fromEntries(
    Object.keys(values).map((name) => [name, sql`${together}[${sql.lit(name)}]`]),
  );
  return sql`list_transform([struct_pack(${sql.join(fields)})], lambda ${together}: ${make(names)})[1]`;
}

/**
 * The quotient of two integers as text, with `more` decimals than the dividend's units have, rounded half away from
 * zero. The divisor is positive.
 */
export function quotientText(dividend: Value, divisor: Value, scale: number, more: number): Value {
  const power = tenTo(more);
  return once({ u: dividend, n: divisor }, ({ u, n }) =>
    once(
      {
        q: sql`abs(${u}) // ${n}`,
        f: sql`(2 * (abs(${u}) % ${n}) * ${power} + ${n}) // (2 * ${n})`,
        s: sql`${u} < 0`,
      },
      ({ q, f, s }) => {
        const digits = sql`(${q} + ${f} // ${power})::text || lpad((${f} % ${power})::text, ${sql.lit(more)}, '0')`;
        return pointed(digits, scale + more, s ?? sql`false`);
      },
    ),
  );
}

/** Units of the last decimal as a number. */
export function numberOf(units: Value, scale: number): Value {
  if (scale === 0) return units;
  return once({ u: units }, ({ u }) => pointed(sql`abs(${u})::text`, scale, sql`${u} < 0`));
}

/** The digits of a number of units, with decimal point and sign inserted. */
function pointed(digits: Value, scale: number, isNegative: Value): Value {
  const all = sql`lpad(${digits}, greatest(length(${digits}), ${sql.lit(scale + 1)})::int, '0')`;
  const withPoint =
    scale === 0 ? digits : sql`regexp_replace(${all}, ${sql.lit(`(\\d{${scale}})$`)}, ${sql.lit('.\\1')})`;
  return sql`case when ${isNegative} then '-' else '' end || ${withPoint}`;
}
