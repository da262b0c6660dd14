// One row of the grid. It is memoized: it re-renders only when its own props change.
import { ArrowUpRight } from 'lucide-react';
import { type MouseEvent, memo, type ReactNode, useState } from 'react';
import { count } from '../../messages/format.ts';
import { late } from '../../messages/late.ts';
import type { ResultColumn } from '../../query/columns.ts';
import { classNames } from '../../ui/classNames.ts';
import type { Row } from '../useRows.ts';
import { alignsToEnd, type Placed } from './columnLayout.ts';
import styles from './Grid.module.css';
import { type Block, type CellPlace, isInBlock } from './selection.ts';

/** The state of a pending value, with a message. */
export interface CellMark {
  readonly kind: 'edited' | 'refused' | 'deleted';
  readonly title: string;
}
export type CellMarks = (column: ResultColumn, row: Row, index: number) => CellMark | undefined;

export interface GridRowProps {
  readonly index: number;
  readonly top: number;
  readonly row: Row | undefined;
  readonly pinned: readonly Placed[];
  readonly others: readonly Placed[];
  readonly gap: number;
  readonly cell: (column: ResultColumn, row: Row, index: number) => ReactNode;
  readonly cellId: (place: CellPlace) => string;
  /** The active column, -1 if the active cell is in another row. */
  readonly active: number;
  readonly focused: boolean;
  readonly block: Block | undefined;
  /** Undefined if no cell is marked. */
  readonly mark: CellMarks | undefined;
  readonly fixed: ReadonlySet<string> | undefined;
  readonly isNew: boolean;
  readonly editor: { readonly column: number; readonly node: ReactNode } | undefined;
  readonly onPress: (column: number, extend: boolean) => void;
  /** The pointer enters with its button pressed. */
  readonly onDrag: (column: number) => void;
  readonly onPeek: (column: number) => void;
  readonly onOpen: () => void;
}

function sameProps(a: GridRowProps, b: GridRowProps): boolean {
  return (
    a.index === b.index &&
    a.row === b.row &&
    a.top === b.top &&
    a.gap === b.gap &&
    a.cell === b.cell &&
    a.active === b.active &&
    a.focused === b.focused &&
    a.mark === b.mark &&
    a.fixed === b.fixed &&
    a.isNew === b.isNew &&
    // An open editor renders itself.
    a.editor === undefined &&
    b.editor === undefined &&
    a.block?.top === b.block?.top &&
    a.block?.bottom === b.block?.bottom &&
    a.block?.left === b.block?.left &&
    a.block?.right === b.block?.right &&
    sameColumns(a.pinned, b.pinned) &&
    sameColumns(a.others, b.others)
  );
}

function sameColumns(a: readonly Placed[], b: readonly Placed[]): boolean {
  return a.length === b.length && a.every((placed, i) => placed === b[i]);
}

export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { index, row, block } = props;
  const [pointedAt, setPointedAt] = useState(false);
  const all = [...props.pinned, ...props.others];
  // A row that is not loaded has no cells, except the focused one.
  const drawn = row ? all : all.filter((placed) => placed.index === props.active);
  const press = (column: number) => (event: MouseEvent) => {
    if (event.button !== 0 || props.editor?.column === column) return;
    // The focus stays with the grid instead of moving to a link in the cell.
    event.preventDefault();
    props.onPress(column, event.shiftKey);
  };
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={classNames(styles.row, props.active >= 0 && styles.activeRow, !row && styles.pending)}
      style={{ insetBlockStart: props.top }}
      onMouseEnter={() => setPointedAt(true)}
      onMouseLeave={() => setPointedAt(false)}
    >
      <div role="rowheader" aria-colindex={1} className={styles.gutter}>
        {props.isNew ? <span className={styles.newRow}>{late.grid.newRow}</span> : count(index + 1)}
        {pointedAt && !props.isNew && (
          <button
            type="button"
            tabIndex={-1}
            className={styles.openRow}
            aria-label={late.grid.openRecord}
            title={late.grid.openRecord}
            onClick={props.onOpen}
          >
            <ArrowUpRight aria-hidden />
          </button>
        )}
      </div>
      {drawn.map((placed, slot) => {
        const place = { row: index, column: placed.index };
        const mark = row && props.mark?.(placed.column, row, index);
        const isEdited = props.editor?.column === placed.index;
        return (
          <div
            key={placed.column.id}
            id={props.cellId(place)}
            role="gridcell"
            data-place={`${index},${placed.index}`}
            aria-colindex={placed.index + 2}
            aria-selected={block ? isInBlock(block, place) : props.active === placed.index}
            aria-readonly={props.fixed?.has(placed.column.id)}
            data-mark={mark?.kind}
            title={mark?.title}
            className={classNames(
              styles.cell,
              alignsToEnd(placed.column) && styles.end,
              placed.pinned && styles.pinned,
              block && isInBlock(block, place) && styles.inBlock,
              props.focused && props.active === placed.index && styles.active,
              isEdited && styles.edited,
            )}
            style={{
              inlineSize: placed.width,
              marginInlineStart: row ? (slot === props.pinned.length ? props.gap : 0) : placed.start,
              ...(placed.pinned ? { insetInlineStart: `calc(${placed.start}px + var(--gutter))` } : {}),
            }}
            onMouseDown={press(placed.index)}
            onMouseEnter={(event) => {
              if (event.buttons === 1) props.onDrag(placed.index);
            }}
            onDoubleClick={() => props.onPeek(placed.index)}
          >
            {isEdited ? props.editor?.node : row && props.cell(placed.column, row, index)}
            {mark && <span className="visually-hidden">{` (${mark.title})`}</span>}
          </div>
        );
      })}
    </div>
  );
}, sameProps);
