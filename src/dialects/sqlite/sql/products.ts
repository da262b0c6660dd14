// Products of two columns of which a reader may know that they are whole units: these add up as the engine has them.
import { sql } from 'kysely';
import type { StoredColumn } from '../../../query/dialect/computing.ts';
import type { Value } from '../../../query/dialect/sql.ts';
import { declaredScale } from '../../../query/pseudo.ts';

interface Product {
  /** As the engine multiplies: a double. */
  readonly plain: Value;
  /** Whether a reader knows that it is less than half a unit away from the exact one, in every row. */
  readonly isKnown: Value;
}

const products = new WeakMap<Value, Product>();

/** What is known of a value that is a product. */
export function productIn(value: Value): Product | null {
  return products.get(value) ?? null;
}

/** Remembers what a value is made of, if it is the product of two columns of tables. */
export function rememberProduct(
  value: Value,
  plain: Value,
  factors: readonly (StoredColumn | null)[],
): Value {
  const known = factors.flatMap((factor) => (factor === null ? [] : knownUnits(factor)));
  const [a, b] = known;
  if (factors.length !== 2 || a === undefined || b === undefined) return value;
  products.set(value, { plain, isKnown: sql`joinery_units(${a}, ${b})` });
  return value;
}

/** The same value, written otherwise. */
export function alsoProduct(value: Value, of: Value): Value {
  const product = productIn(of);
  if (product !== null) products.set(value, product);
  return value;
}

/** The names and the decimals of a column of a table; what a view shows may change without a write to the file. */
function knownUnits({ entity, column }: StoredColumn): Value[] {
  const scale = column.mode === 'integer' ? 0 : declaredScale(column.nativeType);
  if (entity.kind !== 'table' || scale === null) return [];
  return [sql`${sql.lit(entity.id.table)}, ${sql.lit(column.name)}, ${sql.lit(scale)}`];
}
