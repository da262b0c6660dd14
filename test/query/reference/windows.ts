/** Window calculations over an answer, and top N, in the reference evaluator. */

import type { EngineData } from '../dataset.ts';
import { absolute, compareDecimals, decimal, multiply, significant, whole } from '../decimal.ts';
import type { GridRequest, OrderItem, Over } from '../request.ts';
import { identityOf } from '../summary.ts';
import {
  arithmetic,
  type Cell,
  isApproximate,
  type Num,
  numberIn,
  settled,
  stored,
  UncertainError,
} from './numbers.ts';
import { type Comparer, comparing, firstDifference, inOneOrder, tied } from './ordering.ts';

/** Rows of any kind in an answer. */
export interface AnsweredRows<Row> {
  readonly rows: readonly Row[];
  /** A row's value for an alias. */
  value(row: Row, alias: string): Cell;
  /** Breaks ties of an order. */
  readonly last: readonly Comparer<Row>[];
}

function partitions<Row>({ rows, value }: AnsweredRows<Row>, per: readonly string[] = []): Row[][] {
  const id = (row: Row) => per.map((alias) => identityOf(value(row, alias))).join();
  return [...Map.groupBy(rows, id).values()];
}

function comparers<Row>({ value }: AnsweredRows<Row>, order: readonly OrderItem[]): Comparer<Row>[] {
  return order.map((item) => comparing(item, (row: Row) => value(row, item.alias)));
}

export function evaluateOver<Row>(
  answer: AnsweredRows<Row>,
  over: Over,
  kind: 'integer' | 'numeric',
  engine: EngineData['engine'],
): Map<Row, Cell> {
  const found = new Map<Row, Cell>();
  const number = (row: Row): Num | null => {
    const cell = answer.value(row, over.of);
    const own = cell === null ? null : asAdded(cell);
    // Values out of range become null. DuckDB has 23 digits before the point for a number that may have 15 after it.
    const isLoose = typeof cell === 'number' || (own !== null && isApproximate(own));
    if (own !== null && isLoose && engine === 'duckdb' && isBeyond(own)) return null;
    return settled(own, 'numeric', engine) === null ? null : own;
  };
  const divided = (a: Num | null, b: Num | null): Cell =>
    a === null || b === null ? null : stored(settled(arithmetic.divide(a, b), 'numeric', engine), engine);
  const kept = (value: Num | null): Cell => stored(settled(value, kind, engine), engine);
  const same = (value: Num | null): Cell => stored(value, engine);
  for (const members of partitions(answer, over.per)) {
    if (over.fn === 'share') {
      const total = sumOf(members.map(number));
      for (const row of members) found.set(row, divided(number(row), total));
    } else if (over.fn === 'rank') {
      const order = over.order ?? [{ alias: over.of, asc: false }];
      const compare = firstDifference(comparers(answer, order));
      for (const row of members) {
        const before = members.filter((other) => compare(other, row) < 0);
        found.set(row, whole(BigInt(before.length + 1)));
      }
    } else {
      const sorted = inOneOrder(members, [...comparers(answer, over.order ?? []), ...answer.last]);
      sorted.forEach((row, i) => {
        const previous = i === 0 ? null : number(sorted[i - 1] ?? row);
        const own = number(row);
        const recent = sorted.slice(Math.max(0, i + 1 - (over.size ?? 1)), i + 1).map(number);
        const present = recent.filter((value) => value !== null);
        const cells: Record<'running' | 'previous' | 'change' | 'moving', () => Cell> = {
          running: () => kept(sumOf(sorted.slice(0, i + 1).map(number))),
          previous: () => same(previous),
          change: () =>
            own === null || previous === null ? null : kept(arithmetic.add(own, arithmetic.negate(previous))),
          moving: () => divided(sumOf(present), present.length === 0 ? null : whole(BigInt(present.length))),
        };
        if (over.fn === 'share' || over.fn === 'rank') throw new Error('These need no rows before.');
        found.set(row, cells[over.fn]());
      });
    }
  }
  return found;
}

const duckdbBound = decimal('1e23');

function isBeyond(value: Num): boolean {
  const total = isApproximate(value) ? value.total : value;
  return compareDecimals(absolute(total), duckdbBound) >= 0;
}

/** A double with more digits than the expected result is added as the exact double. */
function asAdded(cell: Exclude<Cell, null>): Num {
  const value = numberIn(cell);
  if (typeof cell !== 'number' || significant(decimal(String(cell))) <= 15 || isApproximate(value))
    return value;
  return { total: value, count: 1n, tolerance: multiply(absolute(value), decimal('1e-15')) };
}

function sumOf(values: readonly (Num | null)[]): Num | null {
  const present = values.filter((value) => value !== null);
  return present.length === 0 ? null : present.reduce(arithmetic.add);
}

/** The first N rows of each partition. */
export function kept<Row>(answer: AnsweredRows<Row>, top: NonNullable<GridRequest['top']>): Row[] {
  return partitions(answer, top.per).flatMap((members) => {
    const ties = tied(members, [...comparers(answer, top.order), ...answer.last]);
    const taken: Row[] = [];
    for (const tie of ties) {
      if (taken.length === top.n) break;
      if (taken.length + tie.length > top.n)
        throw new UncertainError('Nothing tells which row is among the first.');
      taken.push(...tie);
    }
    return taken;
  });
}
