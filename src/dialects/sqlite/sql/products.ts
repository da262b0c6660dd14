// Columns, and products of two columns, that a reader may know to be whole units: the engine can sum them directly.
import { type RawBuilder, sql } from 'kysely';
import type { Addend, StoredColumn } from '../../../query/dialect/computing.ts';
import type { Value } from '../../../query/dialect/sql.ts';
import { declaredScale } from '../../../query/pseudo.ts';

interface Product {
  /** As the engine multiplies: a double. */
  readonly plain: RawBuilder<unknown>;
  /** Whether a reader knows that it is less than half a unit off the exact product in every row. */
  readonly isKnown: RawBuilder<boolean>;
}

const products = new WeakMap<Value, Product>();

/** For numbers to be summed: whether rounding is known to make all of them whole units. */
const roundable = new WeakMap<Value, RawBuilder<boolean> | 'always'>();

/** Remembers that a value is the product of two table columns. */
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

/** The same value in another form. */
export function copyProduct<V extends Value>(value: V, of: Value): V {
  const product = products.get(of);
  if (product !== undefined) products.set(value, product);
  return value;
}

/**
 * A product that is only counted and summed need not be turned into a decimal, and numbers of a column known to have
 * whole units need not be checked one by one.
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

/** Whether a number consists of whole units once rounded; null if that can never be known. */
export function isOfUnits(value: Value): RawBuilder<boolean> | 'always' | null {
  return roundable.get(value) ?? null;
}

/** The names and decimals of a table's column. Not for views, whose content may change without a write to the file. */
function knownUnits({ entity, column }: StoredColumn): RawBuilder<unknown>[] {
  const scale = column.mode === 'integer' ? 0 : declaredScale(column.nativeType);
  if (entity.kind !== 'table' || scale === null) return [];
  return [sql`${sql.lit(entity.id.table)}, ${sql.lit(column.name)}, ${sql.lit(scale)}`];
}
