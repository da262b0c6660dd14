// The header row. Vertical scrolling does not re-render it, because its menus are the most expensive part.
import { memo, type ReactNode } from 'react';
import { late } from '../../messages/late.ts';
import type { ResultColumn } from '../../query/columns.ts';
import type { SortKey } from '../../query/document.ts';
import { classNames } from '../../ui/classNames.ts';
import type { VisibleColumns } from './columnLayout.ts';
import styles from './Grid.module.css';
import type { GridActions } from './gridProps.ts';
import { HeaderCell } from './HeaderCell.tsx';
import type { CellPlace } from './selection.ts';

interface GridHeadProps {
  readonly shown: VisibleColumns;
  readonly width: number;
  readonly order: readonly SortKey[];
  /** The column of the active header cell, -1 if none is active. */
  readonly active: number;
  readonly actions: GridActions;
  readonly menu: ((column: ResultColumn) => ReactNode) | undefined;
  /** The column whose menu is open. */
  readonly menuAt: string | undefined;
  readonly cellId: (place: CellPlace) => string;
  readonly onMenu: (column: string, open: boolean) => void;
  readonly onPress: (column: number) => void;
}

function sameProps(a: GridHeadProps, b: GridHeadProps): boolean {
  return (
    a.shown === b.shown &&
    a.width === b.width &&
    a.order === b.order &&
    a.active === b.active &&
    a.actions === b.actions &&
    a.menu === b.menu &&
    a.menuAt === b.menuAt
  );
}

export const GridHead = memo(function GridHead(props: GridHeadProps) {
  const { shown } = props;
  return (
    <div
      role="rowgroup"
      className={styles.head}
      style={{ inlineSize: `calc(${props.width}px + var(--gutter))` }}
    >
      <div role="row" aria-rowindex={1} className={styles.headRow}>
        <div role="columnheader" aria-colindex={1} className={classNames(styles.gutter, styles.headGutter)}>
          <span className="visually-hidden">{late.grid.rowNumber}</span>
        </div>
        {[...shown.pinned, ...shown.others].map((placed, slot) => (
          <HeaderCell
            key={placed.column.id}
            id={props.cellId({ row: -1, column: placed.index })}
            placed={placed}
            gap={slot === shown.pinned.length ? shown.gap : 0}
            order={props.order}
            active={props.active === placed.index}
            actions={props.actions}
            menu={props.menu?.(placed.column)}
            menuOpen={props.menuAt === placed.column.id}
            onMenu={(open) => props.onMenu(placed.column.id, open)}
            onPress={() => props.onPress(placed.index)}
          />
        ))}
      </div>
    </div>
  );
}, sameProps);
