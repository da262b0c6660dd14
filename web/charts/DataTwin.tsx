// The chart as a table, for everyone who reads rather than looks: the same marks with the same filters.
import { Filter, Rows3 } from 'lucide-react';
import { late } from '../messages/late.ts';
import { Button } from '../ui/Button.tsx';
import styles from './DataTwin.module.css';
import type { Mark } from './drawing/shape.ts';

const MAX_ROWS = 500;

export function DataTwin(props: {
  readonly label: string;
  readonly headings: readonly [string, string];
  readonly marks: readonly Mark[];
  readonly onPick: (mark: Mark) => void;
  /** Shows the rows behind a mark, if that differs from filtering by it. */
  readonly onRows?: (mark: Mark) => void;
}) {
  const shown = props.marks.slice(0, MAX_ROWS);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section className={styles.scroller} tabIndex={0} aria-label={props.label}>
      <table className={styles.table}>
        {shown.length < props.marks.length && (
          <caption>{late.charts.tableCut(shown.length, props.marks.length)}</caption>
        )}
        <thead>
          <tr>
            <th scope="col">{props.headings[0]}</th>
            <th scope="col" className={styles.value}>
              {props.headings[1]}
            </th>
            <th scope="col">
              <span className="visually-hidden">{late.charts.filter}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((mark) => (
            <tr key={mark.id}>
              <th scope="row">{mark.label}</th>
              <td className={styles.value}>{mark.value}</td>
              <td>
                {mark.filter && (
                  <Button
                    small
                    variant="quiet"
                    icon={<Filter aria-hidden />}
                    aria-label={late.charts.filterTo(mark.label)}
                    onClick={() => props.onPick(mark)}
                  >
                    {late.charts.filter}
                  </Button>
                )}
                {mark.filter && props.onRows && (
                  <Button
                    small
                    variant="quiet"
                    icon={<Rows3 aria-hidden />}
                    aria-label={late.charts.rowsOf(mark.label)}
                    onClick={() => props.onRows?.(mark)}
                  >
                    {late.charts.rows}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
