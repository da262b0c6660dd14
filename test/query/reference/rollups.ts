/** Measures of related rows in the reference evaluator: the related rows of one row, each counted once. */
import type { Engine } from '../../support/servers.ts';
import type { DataColumn, Value } from '../dataset.ts';
import { columnIndex, keyOf } from '../dataset.ts';
import { absolute, add, decimal, isDecimal, multiply, normal, quotient, whole } from '../decimal.ts';
import type { OrderItem, Rollup, RollupItem } from '../request.ts';
import type { Attribute, Joined, Reading, Scope } from '../rows.ts';
import { extend, rowNumber, withEntity } from '../rows.ts';
import { summaryOf } from '../summary.ts';
import { compileWhere } from '../where.ts';
import { type Cell, isApproximate, isList, UncertainError } from './numbers.ts';
import { comparing, firstDifference } from './ordering.ts';

const usualLimit = 50;

export function measureRelated(scope: Scope, { alias, rollup }: RollupItem, node: number): Reading {
  const first = scope.nodes.length;
  const inner = withEntity(scope, rollup.entity, node);
  const test = compileWhere(rollup.where, inner);
  const of = rollup.of === undefined ? undefined : attributeOf(inner, rollup.of);
  const known = new WeakMap<readonly Cell[], { readonly cell: Cell }>();
  const measure = (from: readonly Cell[]): Cell => {
    const around: Joined = scope.nodes.map((_, i) => (i === node ? from : null));
    const found = extend(inner, [around], first).filter(
      (row) => row[first] !== null && (test === undefined || test(row) === true),
    );
    return summary(inner, rollup, of, found);
  };
  return {
    column: typeOf(alias, rollup, of),
    nodes: [node],
    read(row) {
      const from = row[node] ?? null;
      if (from === null) return null;
      const made = known.get(from) ?? { cell: measure(from) };
      known.set(from, made);
      return made.cell;
    },
  };
}

function attributeOf(scope: Scope, alias: string): Attribute {
  const attribute = scope.attributes.get(alias);
  if (!attribute) throw new Error(`There is no alias ${alias}.`);
  return attribute;
}

function typeOf(name: string, { summary }: Rollup, of: Attribute | undefined): DataColumn {
  if (summary === 'count' || summary === 'count_distinct' || of === undefined)
    return { name, kind: 'bigint' };
  if (summary === 'list') return { ...of.column, name, isList: true };
  if (summary === 'avg') return { name, kind: 'decimal' };
  return { ...of.column, name };
}

function summary(inner: Scope, rollup: Rollup, of: Attribute | undefined, found: readonly Joined[]): Cell {
  // Without `of`, the rows of the chain's last entity are counted.
  const nodes = of?.nodes ?? [inner.nodes.length - 1];
  const once = new Map(
    found
      .filter((row) => nodes.some((node) => row[node] !== null))
      .map((row) => [nodes.map((node) => rowNumber(row[node])).join(), row]),
  );
  const rows = [...once.values()];
  const { summary: name } = rollup;
  if (of === undefined) return whole(BigInt(rows.length));
  if (name !== 'first' && name !== 'last' && name !== 'list') {
    const values = rows.map((row) => of.read(row)).filter((cell) => cell !== null);
    const found = summaryOf(values, name, of.column);
    // A computed value is shown without trailing zeros; minimum and maximum are stored values.
    if (name === 'sum' && isDecimal(found)) return normal(found);
    return throughDouble(found, inner.data.engine);
  }
  const sorted = inOrder(inner, rollup.order ?? [], nodes, rows).map((row) => of.read(row));
  if (name === 'first') return sorted[0] ?? null;
  if (name === 'last') return sorted.at(-1) ?? null;
  return sorted
    .filter((cell) => cell !== null)
    .slice(0, rollup.limit ?? usualLimit)
    .map(plain);
}

/** On engines without decimals, an average used in a computation has a double's digits. */
function throughDouble(cell: Cell, engine: Engine): Cell {
  if (engine !== 'sqlite' || !isApproximate(cell)) return cell;
  const lost = multiply(absolute(quotient(cell.total, whole(cell.count), 30)), decimal('1e-15'));
  return { ...cell, tolerance: add(cell.tolerance, lost) };
}

function plain(cell: Exclude<Cell, null>): Value {
  if (isApproximate(cell) || isList(cell)) throw new UncertainError('A list of what may be rounded.');
  return cell;
}

function inOrder(
  inner: Scope,
  order: readonly OrderItem[],
  nodes: readonly number[],
  rows: readonly Joined[],
): readonly Joined[] {
  const byOrder = order.map((item) => {
    const attribute = attributeOf(inner, item.alias);
    return comparing(item, (row: Joined) => attribute.read(row));
  });
  const byKey = nodes.flatMap((node) => {
    const table = inner.nodes[node]?.table;
    if (!table) throw new Error('A measured entity has a table.');
    return keyOf(table).map((name) => {
      const index = columnIndex(table, name);
      return comparing({ alias: name }, (row: Joined) => row[node]?.[index] ?? null);
    });
  });
  return rows.toSorted(firstDifference([...byOrder, ...byKey]));
}
