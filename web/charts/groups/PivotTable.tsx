// Groups of two fields as a table: one field down, the other across; every number links to its rows.
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Cell } from '../../api/exact.ts';
import { late } from '../../messages/late.ts';
import { cycleSort, sortKey } from '../../query/sorting.ts';
import { useWorkbench } from '../../workbench/context.ts';
import { amountText, type GroupChart, pivotRows } from './groupChart.ts';
import { type GroupData, type GroupPoint, pointKey, totalOf } from './groupData.ts';
import type { Slot } from './groupSlots.ts';
import styles from './PivotTable.module.css';

/** A heading that sorts the rows: ascending, descending, unsorted. */
function Sorted(props: { readonly by: string; readonly children: ReactNode }) {
  const { doc, edit } = useWorkbench();
  const key = sortKey(doc, props.by);
  const Arrow = key?.asc ? ArrowUp : ArrowDown;
  return (
    <button type="button" className={styles.sort} onClick={() => edit((d) => cycleSort(d, props.by))}>
      {props.children}
      {key && <Arrow aria-hidden />}
    </button>
  );
}

export function PivotTable(props: {
  readonly label: string;
  readonly data: GroupData;
  readonly chart: GroupChart;
  /** Without one of them: all of its kind. */
  readonly onRows: (slot: Slot | undefined, series: Slot | undefined) => void;
}) {
  const { data, chart } = props;
  const { doc } = useWorkbench();
  const { slots, series, points } = data;
  const isSummed = chart.addsUp;
  const rows = pivotRows(chart);
  const direction = (id: string) => {
    const key = sortKey(doc, id);
    return key && (key.asc ? 'ascending' : 'descending');
  };
  // Only then does a total cover all its rows.
  const canDrillDown = data.hasAllGroups;
  const textOf = (exact: Cell) => amountText(chart, exact, data.digits);
  const rowPoints = (slot: Slot) => series.map((one) => points.get(pointKey(slot, one)));
  const columnPoints = (one: Slot) => slots.map((slot) => points.get(pointKey(slot, one)));
  const numberOf = (exact: Cell, slot?: Slot, one?: Slot) => (
    <button
      type="button"
      className={styles.number}
      title={late.charts.rowsAct}
      onClick={() => props.onRows(slot, one)}
    >
      {textOf(exact)}
    </button>
  );
  const totalAt = (some: readonly (GroupPoint | undefined)[], slot?: Slot, one?: Slot) => {
    const exact = totalOf(some);
    const text = exact !== undefined && (canDrillDown ? numberOf(exact, slot, one) : textOf(exact));
    return (
      <td key={one?.key} className={styles.total}>
        {text}
      </td>
    );
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section className={styles.scroller} tabIndex={0} aria-label={props.label}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col" aria-sort={rows.map(({ id }) => direction(id)).find((one) => one !== undefined)}>
              {rows.map(({ id, label }) => (
                <Sorted key={id} by={id}>
                  {label}
                </Sorted>
              ))}
            </th>
            {series.map((one) => (
              <th key={one.key} scope="col" className={styles.value}>
                {one.label}
              </th>
            ))}
            {isSummed && (
              <th scope="col" className={styles.value} aria-sort={direction(chart.measure.id)}>
                <Sorted by={chart.measure.id}>{late.charts.total}</Sorted>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {slots.map((slot) => (
            <tr key={slot.key}>
              <th scope="row">{slot.label}</th>
              {series.map((one) => {
                const point = points.get(pointKey(slot, one));
                return (
                  <td key={one.key} className={styles.value}>
                    {point && numberOf(point.exact, slot, one)}
                  </td>
                );
              })}
              {isSummed && totalAt(rowPoints(slot), slot)}
            </tr>
          ))}
        </tbody>
        {isSummed && data.omitted.slots === 0 && (
          <tfoot>
            <tr>
              <th scope="row">{late.charts.total}</th>
              {series.map((one) => totalAt(columnPoints(one), undefined, one))}
              {totalAt(series.flatMap(columnPoints))}
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  );
}
