// The grid: rows and columns only where they are seen, one tab stop, every move by keyboard.
import {
  type ClipboardEvent,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { ResultColumn } from '../../query/columns.ts';
import type { RowHeight, SortKey } from '../../query/document.ts';
import { classNames } from '../../ui/classNames.ts';
import { PointMenu, type ScreenPoint } from '../../ui/Menu.tsx';
import type { Row } from '../useRows.ts';
import { layOutColumns, visibleColumns } from './columnLayout.ts';
import styles from './Grid.module.css';
import { GridFoot } from './GridFoot.tsx';
import { GridHead } from './GridHead.tsx';
import { type CellMarks, GridRow } from './GridRow.tsx';
import { elementHeight, ROW_HEIGHT, type RowRange, rowTop, visibleRows } from './scroll.ts';
import {
  afterEditor,
  afterKey,
  atStart,
  type Block,
  blockOf,
  type CellPlace,
  isInBlock,
  select,
  selectAll,
} from './selection.ts';
import { useColumnReveal } from './useColumnReveal.ts';
import { useRowKeys } from './useRowKeys.ts';
import { useViewport } from './useViewport.ts';

const HEADER_HEIGHT = 36;
const FOOT_LINE = 22;
const FOOT_PADDING = 11;
const OVERSCAN = 8;
const HEIGHTS: Record<RowHeight, number> = { low: 25, high: 81 };

export interface GridActions {
  readonly sort?: (column: ResultColumn, add: boolean) => void;
  readonly resize?: (column: ResultColumn, width: number | undefined) => void;
  /** Puts a column at a place among the shown ones. */
  readonly move?: (column: ResultColumn, to: number) => void;
  /** Enter: look at what is behind the cell. Ctrl+Enter: go there. */
  readonly peek?: (place: CellPlace) => void;
  readonly open?: (place: CellPlace) => void;
  readonly copy?: (block: Block) => void;
}

/** Where the editor leaves the focus: one cell on, or where it was. */
export type EditorStep = 'down' | 'up' | 'next' | 'previous' | 'stay';

/** What a grid needs whose cells can be changed. */
export interface GridEditing {
  /** Opens the editor of a cell, with what was typed already; tells whether there is one. */
  readonly begin: (place: CellPlace, typed?: string) => boolean;
  /** The open editor; `leave` closes it. */
  readonly editor:
    | { readonly place: CellPlace; readonly draw: (leave: (step: EditorStep) => void) => ReactNode }
    | undefined;
  readonly clear: (block: Block) => void;
  readonly paste: (block: Block, text: string) => void;
  /** How a cell is marked; undefined where nothing is pending. */
  readonly mark: CellMarks | undefined;
  /** Columns whose cells are only read. */
  readonly fixed: ReadonlySet<string>;
  /** From here on rows are new. */
  readonly firstNew: number;
  /** A cell to go to; another object each time. */
  readonly wanted: CellPlace | undefined;
}

export interface GridProps {
  readonly label: string;
  readonly columns: readonly ResultColumn[];
  readonly widths: Readonly<Record<string, number>>;
  readonly pinned: readonly string[];
  readonly rowCount: number;
  /** Known and final; otherwise more rows may turn up. */
  readonly counted: boolean;
  readonly row: (index: number) => Row | undefined;
  readonly cell: (column: ResultColumn, row: Row, index: number) => ReactNode;
  readonly order: readonly SortKey[];
  readonly dimmed: boolean;
  readonly onRange: (range: RowRange) => void;
  readonly actions: GridActions;
  readonly menu?: (column: ResultColumn) => ReactNode;
  /** What the context menu offers for the selected cells. */
  readonly cellMenu?: (selected: Block) => ReactNode;
  /** A row below all others, some lines high. */
  readonly footer?:
    | { readonly lines: number; readonly cell: (column: ResultColumn) => ReactNode }
    | undefined;
  readonly rowHeight?: RowHeight | undefined;
  /** Told the selected block where it has several cells. */
  readonly onSelection?: (block: Block | undefined) => void;
  /** Scrolls back to the top when it changes. */
  readonly resetKey: string;
  readonly editing?: GridEditing | undefined;
}

export function Grid(props: GridProps) {
  const { columns, rowCount, actions, onRange, footer, editing } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const id = useId();
  const rowHeight = props.rowHeight ? HEIGHTS[props.rowHeight] : ROW_HEIGHT;
  const footerHeight = footer ? FOOT_LINE * footer.lines + FOOT_PADDING : 0;
  const { viewport, extent, reveal, goTo } = useViewport(
    scroller,
    rowCount,
    rowHeight,
    HEADER_HEIGHT + footerHeight,
  );
  const [selection, setSelection] = useState(atStart);
  const [menuAt, setMenuAt] = useState<string>();
  const [focused, setFocused] = useState(false);
  const [pointAt, setPointAt] = useState<ScreenPoint>();
  /** Whether the mouse button was pressed in a cell, as opposed to a heading. */
  const dragging = useRef(false);

  const layout = useMemo(
    () => layOutColumns(columns, props.widths, props.pinned),
    [columns, props.widths, props.pinned],
  );
  const gutter = `${Math.max(2, String(rowCount).length) * 0.55 + 1.25}rem`;
  const shown = useMemo(
    () => visibleColumns(layout, viewport.left, viewport.width),
    [layout, viewport.left, viewport.width],
  );
  const { first, end } = visibleRows(extent, viewport.position.contentTop, OVERSCAN);
  const inView = visibleRows(extent, viewport.position.contentTop, 0);
  const keyOf = useRowKeys({ first, end });

  useEffect(() => onRange({ first: inView.first, end: inView.end }), [onRange, inView.first, inView.end]);

  // A changed query begins at its first row again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says when, not what
  useLayoutEffect(() => {
    goTo(0);
    setSelection(({ active: before }) => {
      // Whoever sorts from the header stays there.
      const place = { ...before, row: Math.min(before.row, 0) };
      return { active: place, anchor: place };
    });
  }, [props.resetKey, goTo]);

  const active: CellPlace = {
    row: Math.min(selection.active.row, rowCount - 1),
    column: Math.min(selection.active.column, columns.length - 1),
  };
  const block = blockOf({ active, anchor: selection.anchor });
  const { top, bottom, left, right } = block;
  const { onSelection } = props;
  useEffect(() => {
    const isBlock = top >= 0 && (bottom > top || right > left);
    onSelection?.(isBlock ? { top, bottom, left, right } : undefined);
  }, [onSelection, top, bottom, left, right]);
  const revealColumn = useColumnReveal(scroller, layout);

  function go(place: CellPlace, extend: boolean): void {
    setSelection((before) => select(before, place, extend));
    if (place.row >= 0) reveal(place.row);
    revealColumn(place.column);
  }

  const wanted = editing?.wanted;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the object says when
  useEffect(() => {
    if (!wanted) return;
    go(wanted, false);
    scroller.current?.focus({ preventScroll: true });
  }, [wanted]);

  function leaveEditor(step: EditorStep): void {
    scroller.current?.focus({ preventScroll: true });
    const place = afterEditor(active, step, { rows: rowCount, columns: columns.length });
    if (step !== 'stay') go(place, false);
  }

  /** Keys that change cells; tells whether it was one. */
  function onEditingKey(event: KeyboardEvent): boolean {
    if (!editing || active.row < 0 || event.ctrlKey || event.metaKey || event.altKey) return false;
    if (event.key === 'F2') return editing.begin(active);
    if (event.key === 'Delete' || event.key === 'Backspace') {
      editing.clear(block);
      return true;
    }
    return [...event.key].length === 1 && editing.begin(active, event.key);
  }

  function onPaste(event: ClipboardEvent): void {
    if (!editing || event.target !== scroller.current || active.row < 0) return;
    event.preventDefault();
    editing.paste(block, event.clipboardData.getData('text/plain'));
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.target !== scroller.current) return;
    if (onEditingKey(event)) {
      event.preventDefault();
      return;
    }
    const page = Math.max(1, Math.floor(extent.viewport / rowHeight) - 1);
    const target = afterKey(active, event, { rows: rowCount, columns: columns.length, page });
    if (target && !event.altKey) {
      event.preventDefault();
      go(target, event.shiftKey);
      return;
    }
    const column = columns[active.column];
    if (!column) return;
    const far = event.ctrlKey || event.metaKey;
    if (active.row < 0) {
      if (event.key === 'Enter' || event.key === ' ') {
        event.preventDefault();
        actions.sort?.(column, event.shiftKey);
      } else if (event.key === 'ContextMenu' || (event.altKey && event.key === 'ArrowDown')) {
        event.preventDefault();
        setMenuAt(column.id);
      } else if (event.altKey && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')) {
        event.preventDefault();
        const to = active.column + (event.key === 'ArrowLeft' ? -1 : 1);
        actions.move?.(column, to);
        go({ row: -1, column: Math.max(0, Math.min(to, columns.length - 1)) }, false);
      }
    } else if (far && event.key.toLowerCase() === 'a') {
      event.preventDefault();
      setSelection(selectAll(rowCount, columns.length));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (far) actions.open?.(active);
      else actions.peek?.(active);
    } else if (far && event.key.toLowerCase() === 'c' && !window.getSelection()?.toString()) {
      event.preventDefault();
      actions.copy?.(block);
    }
  }

  /** The menu opens at the pointer, or at the active cell when a key asked for it. */
  function onContextMenu(event: MouseEvent): void {
    const target = event.target instanceof Element ? event.target.closest('[data-place]') : null;
    const keyed = event.button !== 2;
    const cell = keyed ? document.getElementById(cellId(active)) : target;
    if (!props.cellMenu || !cell || (keyed && active.row < 0)) return;
    event.preventDefault();
    const [row = 0, column = 0] = (cell.getAttribute('data-place') ?? '').split(',').map(Number);
    if (!keyed && !isInBlock(block, { row, column })) go({ row, column }, false);
    const box = cell.getBoundingClientRect();
    setPointAt(keyed ? { x: box.left + 12, y: box.bottom } : { x: event.clientX, y: event.clientY });
  }

  const cellId = (place: CellPlace) => `${id}-${place.row}-${place.column}`;
  const columnIsDrawn = [...shown.pinned, ...shown.others].some(({ index }) => index === active.column);
  const activeIsDrawn = columnIsDrawn && (active.row < 0 || (active.row >= first && active.row < end));

  return (
    <div
      ref={scroller}
      role="grid"
      tabIndex={0}
      aria-label={props.label}
      aria-rowcount={props.counted ? rowCount + 1 : -1}
      aria-colcount={columns.length + 1}
      aria-multiselectable
      aria-activedescendant={rowCount > 0 && activeIsDrawn ? cellId(active) : undefined}
      aria-busy={props.dimmed}
      aria-readonly={!editing}
      className={classNames(
        styles.grid,
        props.dimmed && styles.dimmed,
        viewport.left !== 0 && styles.sideways,
      )}
      // React's type knows no custom properties.
      style={{ '--gutter': gutter, '--row': `${rowHeight}px` } as CSSProperties}
      data-rows={props.rowHeight}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
      onContextMenu={onContextMenu}
      onMouseDownCapture={() => {
        dragging.current = false;
      }}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <GridHead
        shown={shown}
        width={layout.width}
        order={props.order}
        active={focused && active.row < 0 ? active.column : -1}
        actions={actions}
        menu={props.menu}
        menuAt={menuAt}
        cellId={cellId}
        onMenu={(column) => {
          setMenuAt(column);
          if (column === undefined) scroller.current?.focus({ preventScroll: true });
        }}
        onPress={(column) => go({ row: -1, column }, false)}
      />
      <div
        role="rowgroup"
        className={styles.body}
        style={{ inlineSize: `calc(${layout.width}px + var(--gutter))`, blockSize: elementHeight(extent) }}
      >
        {Array.from({ length: Math.max(0, end - first) }, (_, i) => first + i).map((index) => (
          <GridRow
            key={keyOf(index)}
            index={index}
            top={rowTop(extent, viewport.position, index)}
            row={props.row(index)}
            pinned={shown.pinned}
            others={shown.others}
            gap={shown.gap}
            cell={props.cell}
            cellId={cellId}
            active={active.row === index ? active.column : -1}
            focused={focused}
            mark={editing?.mark}
            fixed={editing?.fixed}
            isNew={editing !== undefined && index >= editing.firstNew}
            editor={
              editing?.editor?.place.row === index
                ? { column: editing.editor.place.column, node: editing.editor.draw(leaveEditor) }
                : undefined
            }
            block={block.bottom > block.top || block.right > block.left ? block : undefined}
            onPress={(column, extend) => {
              dragging.current = true;
              scroller.current?.focus({ preventScroll: true });
              go({ row: index, column }, extend);
            }}
            onDrag={(column) => {
              if (dragging.current) go({ row: index, column }, true);
            }}
            onPeek={(column) => {
              const isFixed = !editing || editing.fixed.has(columns[column]?.id ?? '');
              if (isFixed) actions.peek?.({ row: index, column });
              else editing.begin({ row: index, column });
            }}
            onOpen={() => actions.open?.({ row: index, column: -1 })}
          />
        ))}
      </div>
      {footer && (
        <GridFoot
          slots={[...shown.pinned, ...shown.others]}
          pins={shown.pinned.length}
          gap={shown.gap}
          width={layout.width}
          height={footerHeight}
          cell={footer.cell}
        />
      )}
      {pointAt && (
        <PointMenu
          at={pointAt}
          onClose={() => {
            setPointAt(undefined);
            scroller.current?.focus({ preventScroll: true });
          }}
        >
          {props.cellMenu?.(block)}
        </PointMenu>
      )}
    </div>
  );
}
