// A map of values by column.
import type { Column } from '../../../model/database.ts';

/** With more columns, scanning the list takes too long. */
const few = 8;

/** `columns` may be shared by thousands of similar changes, so that each stores only its values. */
export function columnValues<V>(columns: readonly Column[], values: readonly V[]): ReadonlyMap<Column, V> {
  if (columns.length > few) return new Map(columns.map((column, i) => [column, valueAt(values, i)]));
  return new FewColumns(columns, values);
}

class FewColumns<V> implements ReadonlyMap<Column, V> {
  readonly #columns: readonly Column[];
  readonly #values: readonly V[];

  constructor(columns: readonly Column[], values: readonly V[]) {
    this.#columns = columns;
    this.#values = values;
  }

  get size(): number {
    return this.#columns.length;
  }

  get(column: Column): V | undefined {
    const at = this.#columns.indexOf(column);
    return at < 0 ? undefined : this.#values[at];
  }

  has(column: Column): boolean {
    return this.#columns.includes(column);
  }

  keys(): MapIterator<Column> {
    return this.#columns.values();
  }

  values(): MapIterator<V> {
    return this.#values.values();
  }

  *entries(): MapIterator<[Column, V]> {
    for (const [i, column] of this.#columns.entries()) yield [column, valueAt(this.#values, i)];
  }

  [Symbol.iterator](): MapIterator<[Column, V]> {
    return this.entries();
  }

  forEach(work: (value: V, column: Column, map: ReadonlyMap<Column, V>) => void): void {
    for (const [column, value] of this) work(value, column, this);
  }
}

function valueAt<V>(values: readonly V[], at: number): V {
  // There are as many values as columns; undefined may be one of them.
  return values[at] as V;
}
