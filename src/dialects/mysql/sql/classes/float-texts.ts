// The texts of floating-point numbers of MySQL and MariaDB.
import { sql } from 'kysely';
import type { Column } from '../../../../model/database.ts';
import type { Value } from '../../../../query/dialect/sql.ts';
import { typeArguments } from '../types.ts';
import type { Sql } from './traits.ts';

/**
 * MariaDB reserves 22 characters for a DOUBLE, 10 for a DOUBLE(10,3) and 12 for a FLOAT, although their texts may have
 * more: where the engine keeps the text in a temporary table, the last ones would be lost, of an exponent too.
 */
export function wholeText(text: Sql, { nativeType }: Column): Sql {
  const [declared = 0] = typeArguments(nativeType);
  return sql`cast(${text} as char(${sql.lit(Math.max(declared, longestDigits) + signAndPoint)}))`;
}

/** Smaller numbers have an exponent, which is shorter. */
const longestDigits = '0.0000000000000012345678901234567'.length;
const signAndPoint = 3;

/** The engine writes negative zero without its sign. */
export function signed(value: Value, text: Sql): Sql {
  return sql`case when ${value} = 0 then if(atan2(${value}, -1) < 0, '-0', '0') else ${text} end`;
}

/**
 * The engine shows a FLOAT with six digits, although it may need nine. The right text is the shortest that converts
 * back to the same FLOAT; the equal double is the last resort.
 */
export function shortestFloat(value: Value): Sql {
  const digits = (count: number) =>
    sql`concat(round(cast(${value} as double), ${sql.lit(count - 1)} - floor(log10(abs(${value})))))`;
  const candidates = [sql`concat(cast(${value} as float))`, digits(7), digits(8), digits(9)];
  const branches = candidates.map((text) => sql`when cast(${text} as float) = ${value} then ${text}`);
  return sql`case ${sql.join(branches, sql` `)} else cast(${value} as double) end`;
}
