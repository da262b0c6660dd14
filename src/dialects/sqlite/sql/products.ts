// Columns and products of two of them of which a reader may know that they are whole units: these add up as the engine has them.
import { type RawBuilder, sql } from 'kysely';
import type { Addend, StoredColumn } from '../../../query/dialect/computing.ts';
import type { Value } from '../../../query/dialect/sql.ts';
import { declaredScale } from '../../../query/pseudo.ts';

interface Product {
  /** As the engine multiplies: a double. */
  readonly plain: RawBuilder<unknown>;
  /** Whether a reader knows that it is less than half a unit away from the exact one, in every row. */
  readonly isKnown: RawBuilder<boolean>;
}

const products = new WeakMap<Value, Product>();

/** For numbers to be added up: whether it is known that rounding makes whole units of them all. */
const roundable = new WeakMap<Value, RawBuilder<boolean> | 'always'>();

/** Remembers what a value is made of, if it is the product of two columns of tables. */
export function rememberProduct(
  value: Value,
  plain: RawBuilder<unknown>,
  factors: readonly (StoredColumn | null)[],
): Value {
  const known = factors.flatMap((factor) => (factor === null ? [] : knownUnits(factor)));
  const [a, b] = known;
  if (factors.length !== 2 || a === undefined || b === undefined) return value;
  products.set(value, { plain, isKnown: sql<boolean>`joinery_units(${a}, ${b})` });
  return value;
}

/** The same value, written otherwise. */
export function alsoProduct<V extends Value>(value: V, of: Value): V {
  const product = products.get(of);
  if (product !== undefined) products.set(value, product);
  return value;
}

/**
 * A product that is only counted and added up is not made a decimal where nobody needs it, and of a column that has whole units
 * nobody looks at each number.
 */
export function addend(value: Value, stored: StoredColumn | null): Addend | null {
  const [column] = stored === null || stored.column.mode === 'integer' ? [] : knownUnits(stored);
  if (column !== undefined) return addendOf(null, sql<boolean>`joinery_units(${column})`);
  const product = products.get(value);
  return product === undefined ? null : addendOf(product.plain, product.isKnown);
}

function addendOf(quick: RawBuilder<unknown> | null, isKnown: RawBuilder<boolean>): Addend {
  return {
    quick,
    mayBeQuick: isKnown,
    marked: (own, always) => {
      roundable.set(own, always ? 'always' : isKnown);
      return own;
    },
  };
}

/** Whether a number is one of whole units once it is rounded; null where nobody could know. */
export function isOfUnits(value: Value): RawBuilder<boolean> | 'always' | null {
  return roundable.get(value) ?? null;
}

/** The names and the decimals of a column of a table; what a view shows may change without a write to the file. */
function knownUnits({ entity, column }: StoredColumn): RawBuilder<unknown>[] {
  const scale = column.mode === 'integer' ? 0 : declaredScale(column.nativeType);
  if (entity.kind !== 'table' || scale === null) return [];
  return [sql`${sql.lit(entity.id.table)}, ${sql.lit(column.name)}, ${sql.lit(scale)}`];
}
