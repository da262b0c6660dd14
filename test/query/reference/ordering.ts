/** Orders of rows in the reference evaluator. */
import type { OrderItem } from '../request.ts';
import { compareCells } from './compare-cells.ts';
import { type Cell, UncertainError } from './numbers.ts';

export type Comparer<Row> = (a: Row, b: Row) => number;

export function comparing<Row>(item: OrderItem, value: (row: Row) => Cell): Comparer<Row> {
  const direction = item.asc === false ? -1 : 1;
  const nulls = item.nulls === 'first' ? -1 : 1;
  return (a, b) => {
    const left = value(a);
    const right = value(b);
    if (left === null || right === null) return left === right ? 0 : left === null ? nulls : -nulls;
    return direction * compareCells(left, right);
  };
}

/** Uses the first comparer that distinguishes two rows. */
export function firstDifference<Row>(comparers: readonly Comparer<Row>[]): Comparer<Row> {
  return (a, b) => {
    for (const comparer of comparers) {
      const order = comparer(a, b);
      if (order !== 0) return order;
    }
    return 0;
  };
}

/** Sorted, with indistinguishable rows grouped together. */
export function tied<Row>(rows: readonly Row[], comparers: readonly Comparer<Row>[]): Row[][] {
  const compare = firstDifference(comparers);
  const ties: Row[][] = [];
  for (const row of rows.toSorted(compare)) {
    const last = ties.at(-1);
    if (last?.[0] !== undefined && compare(last[0], row) === 0) last.push(row);
    else ties.push([row]);
  }
  return ties;
}

/** Sorted; the order must be unique. */
export function inOneOrder<Row>(rows: readonly Row[], comparers: readonly Comparer<Row>[]): Row[] {
  return tied(rows, comparers).map((tie) => {
    const [row, ...others] = tie;
    if (row === undefined || others.length > 0)
      throw new UncertainError('Nothing tells which row comes first.');
    return row;
  });
}
