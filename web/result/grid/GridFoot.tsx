// The sticky footer row: totals over all rows.
import type { ReactNode } from 'react';
import { late } from '../../messages/late.ts';
import type { ResultColumn } from '../../query/columns.ts';
import { classNames } from '../../ui/classNames.ts';
import type { Placed } from './columnLayout.ts';
import styles from './Grid.module.css';

export function GridFoot(props: {
  readonly slots: readonly Placed[];
  /** The number of pinned columns; the others follow after the gap. */
  readonly pins: number;
  readonly gap: number;
  readonly width: number;
  readonly height: number;
  readonly cell: (column: ResultColumn) => ReactNode;
}) {
  return (
    <div
      role="rowgroup"
      className={styles.foot}
      style={{ inlineSize: `calc(${props.width}px + var(--gutter))` }}
    >
      <div role="row" className={styles.footRow} style={{ blockSize: props.height }}>
        <div
          role="rowheader"
          aria-colindex={1}
          className={classNames(styles.gutter, styles.footGutter)}
          title={late.grid.allRows}
        >
          Σ
        </div>
        {props.slots.map((placed, slot) => (
          <div
            key={placed.column.id}
            role="gridcell"
            aria-colindex={placed.index + 2}
            className={classNames(styles.footCell, placed.pinned && styles.pinnedFoot)}
            style={{
              inlineSize: placed.width,
              marginInlineStart: slot === props.pins ? props.gap : 0,
              ...(placed.pinned ? { insetInlineStart: `calc(${placed.start}px + var(--gutter))` } : {}),
            }}
          >
            {props.cell(placed.column)}
          </div>
        ))}
      </div>
    </div>
  );
}
