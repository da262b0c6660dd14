/** Pivots of the reference evaluator: groups whose values of one alias become columns. */
import { shown } from '../dataset.ts';
import { whole } from '../decimal.ts';
import type { OrderItem } from '../request.ts';
import { identityOf } from '../summary.ts';
import { compareCells } from './compare-cells.ts';
import { arithmetic, type Cell, isApproximate, isList, numberIn, UncertainError } from './numbers.ts';
import { comparing, tied } from './ordering.ts';

interface Groups {
  readonly group: readonly string[];
  /** The group names, then the measures. */
  readonly cols: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

export function pivoted({ group, cols, rows }: Groups, pivot: string, order: readonly OrderItem[]) {
  const at = group.indexOf(pivot);
  const measures = cols.slice(group.length);
  const turned = order.find(({ alias }) => alias === pivot);
  const values = tied(
    [...new Map(rows.map((row) => [identityOf(row[at] ?? null), row[at] ?? null])).values()],
    [comparing(turned ?? { alias: pivot }, (value: Cell) => value)],
  ).flat();
  const others = group.filter((alias) => alias !== pivot);
  const keyOf = (row: readonly Cell[]) => row.slice(0, group.length).filter((_, i) => i !== at);
  const names = namesOf(others, values, measures);
  const combined = [...Map.groupBy(rows, (row) => keyOf(row).map(identityOf).join()).values()].map(
    (members): Row => ({
      cells: [
        ...keyOf(members[0] ?? []),
        ...values.flatMap((value) => {
          const own = members.find((row) => identityOf(row[at] ?? null) === identityOf(value));
          return measures.map((measure, i) => own?.[group.length + i] ?? nothing(measure, own === undefined));
        }),
      ],
      members,
    }),
  );
  const comparers = order
    .filter(({ alias }) => alias !== pivot)
    .map((item) =>
      comparing(item, ({ cells, members }: Row) => {
        const place = others.indexOf(item.alias);
        if (place >= 0) return cells[place] ?? null;
        return ofWholeRow(
          item.alias,
          members.map((row) => row[cols.indexOf(item.alias)] ?? null),
        );
      }),
    );
  const ties = tied(combined, comparers).map((tie) => tie.map(({ cells }) => cells));
  return { cols: [...others, ...names], ties, pivot: { values, measures } };
}

interface Row {
  readonly cells: readonly Cell[];
  /** The groups that are combined into one row. */
  readonly members: readonly (readonly Cell[])[];
}

/** A row's measure, computed from those of its groups. */
function ofWholeRow(measure: string, cells: readonly Cell[]): Cell {
  const there = cells.filter((cell) => cell !== null);
  const [first = null, ...more] = there;
  if (/^(sum|count)_/.test(measure)) {
    return first === null ? null : there.map(numberIn).reduce(arithmetic.add);
  }
  const sign = measure.startsWith('min_') ? 1 : -1;
  return more.reduce<Cell>((a, b) => (a !== null && sign * compareCells(a, b) <= 0 ? a : b), first);
}

/** A combination without rows: counts are zero, everything else is null. */
function nothing(measure: string, isMissing: boolean): Cell {
  return isMissing && /^count(_distinct)?_/.test(measure) ? whole(0n) : null;
}

function namesOf(others: readonly string[], values: readonly Cell[], measures: readonly string[]): string[] {
  const taken = new Set(others);
  return values.flatMap((value) =>
    measures.map((measure) => {
      const name = `${nameOf(value)} ${measure}`;
      let free = name;
      for (let number = 2; taken.has(free); number++) free = `${name} (${number})`;
      taken.add(free);
      return free;
    }),
  );
}

function nameOf(value: Cell): string {
  if (value === null) return 'null';
  if (isApproximate(value) || isList(value))
    throw new UncertainError('A column is not called by what may be rounded.');
  return shown(value);
}
