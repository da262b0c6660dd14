// Rows as cards, for screens too narrow for a grid.

import { useVirtualizer } from '@tanstack/react-virtual';
import { ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { RowRange } from '../grid/scroll.ts';
import type { Row, Rows } from '../grid/useRows.ts';
import { count } from '../messages/format.ts';
import { t } from '../messages/index.ts';
import type { ResultColumn } from '../query/columns.ts';
import { classes } from '../ui/classes.ts';
import { Skeleton } from '../ui/States.tsx';
import styles from './RowCards.module.css';

const FIELDS_SHOWN = 6;
/** Browsers cannot make an element taller; whoever wants row 40,001 on a phone sets a filter. */
const CARDS_AT_MOST = 40_000;

export function RowCards(props: {
  readonly label: string;
  readonly columns: readonly ResultColumn[];
  readonly rows: Rows;
  readonly cell: (column: ResultColumn, row: Row, index: number) => ReactNode;
  readonly onRange: (range: RowRange) => void;
  readonly onOpen: (row: number) => void;
}) {
  const { rows, onRange } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const shown = props.columns.slice(0, FIELDS_SHOWN);
  const virtual = useVirtualizer({
    count: Math.min(rows.rowCount, CARDS_AT_MOST),
    getScrollElement: () => scroller.current,
    estimateSize: () => 30 + shown.length * 22,
    gap: 8,
    paddingStart: 12,
    paddingEnd: 96,
    overscan: 4,
  });
  const items = virtual.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const end = (items.at(-1)?.index ?? 0) + 1;
  useEffect(() => onRange({ first, end }), [onRange, first, end]);
  return (
    <div ref={scroller} className={classes(styles.scroller, rows.stale && styles.stale)}>
      <ol aria-label={props.label} className={styles.list} style={{ blockSize: virtual.getTotalSize() }}>
        {items.map(({ index, start }) => {
          const row = rows.row(index);
          return (
            <li
              key={index}
              ref={virtual.measureElement}
              data-index={index}
              aria-setsize={rows.total ?? -1}
              aria-posinset={index + 1}
              className={styles.card}
              style={{ transform: `translateY(${start}px)` }}
            >
              <button type="button" className={styles.open} onClick={() => props.onOpen(index)}>
                <span className="visually-hidden">{t.grid.openRecord}</span>
                <span>{count(index + 1)}</span>
                <ChevronRight aria-hidden />
              </button>
              {row ? (
                <dl>
                  {shown.map((column) => (
                    <div key={column.id}>
                      <dt>{column.label}</dt>
                      <dd>{props.cell(column, row, index)}</dd>
                    </div>
                  ))}
                </dl>
              ) : (
                <Skeleton lines={shown.length} />
              )}
            </li>
          );
        })}
      </ol>
    </div>
  );
}
