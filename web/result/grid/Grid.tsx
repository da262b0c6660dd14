// The grid: renders only visible rows and columns, is a single tab stop, and moves entirely by keyboard.
import {
  type CSSProperties,
  type MouseEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { RowHeight } from '../../query/document.ts';
import { classNames } from '../../ui/classNames.ts';
import { PointMenu, type ScreenPoint } from '../../ui/Menu.tsx';
import { useSingleKey } from '../../ui/singleKeys.ts';
import { useOpenOne } from '../../ui/useOpenOne.ts';
import { layOutColumns, visibleColumns } from './columnLayout.ts';
import styles from './Grid.module.css';
import { GridFoot } from './GridFoot.tsx';
import { GridHead } from './GridHead.tsx';
import { GridRow } from './GridRow.tsx';
import { gridKeys } from './gridKeys.ts';
import type { EditorStep, GridProps } from './gridProps.ts';
import { elementHeight, ROW_HEIGHT, rowTop, visibleRows } from './scroll.ts';
import {
  afterEditor,
  atStart,
  blockOf,
  type CellPlace,
  isInBlock,
  select,
  selectAll,
  within,
} from './selection.ts';
import { useColumnReveal } from './useColumnReveal.ts';
import { useRowKeys } from './useRowKeys.ts';
import { useViewport } from './useViewport.ts';

const HEADER_HEIGHT = 36;
const FOOT_LINE = 22;
const FOOT_PADDING = 11;
const OVERSCAN = 8;
const HEIGHTS: Record<RowHeight, number> = { low: 25, high: 81 };

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
  const menu = useOpenOne();
  const [focused, setFocused] = useState(false);
  const [pointAt, setPointAt] = useState<ScreenPoint>();
  /** Whether the mouse button was pressed in a cell, not in a heading. */
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

  const { place, resetKey } = props;
  // A changed query starts at the top; the same query returns to its old position, if it still has enough rows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says when, not what
  useLayoutEffect(() => {
    const before = place?.current;
    if (before?.resetKey === resetKey && before.top < rowCount * rowHeight) {
      goTo(before.top);
      scroller.current?.scrollTo({ left: before.left });
      return;
    }
    goTo(0);
    setSelection(({ active: before }) => {
      // Sorting from the header keeps the focus in the header.
      const place = { ...before, row: Math.min(before.row, 0) };
      return { active: place, anchor: place };
    });
  }, [resetKey, goTo]);

  // Before it is measured, the grid has no position to save.
  useEffect(() => {
    if (place && viewport.height > 0)
      place.current = { resetKey, top: viewport.position.contentTop, left: viewport.left };
  }, [place, resetKey, viewport]);

  // The next query may have fewer columns, and a filter may leave fewer rows.
  const present = within(selection, rowCount, columns.length);
  const { active } = present;
  const block = blockOf(present);
  const { top, bottom, left, right } = block;
  const { onSelection } = props;
  useEffect(() => {
    const isBlock = top >= 0 && (bottom > top || right > left);
    onSelection?.(isBlock ? { top, bottom, left, right } : undefined);
  }, [onSelection, top, bottom, left, right]);
  const revealColumn = useColumnReveal(scroller, layout);
  // A shortcut, because the rail has many tab stops before the grid.
  useSingleKey('t', () => scroller.current?.focus({ preventScroll: true }));

  function go(place: CellPlace, extend: boolean): void {
    setSelection((before) => select(before, place, extend));
    if (place.row >= 0) reveal(place.row);
    revealColumn(place.column);
  }

  const heightBefore = useRef(extent.viewport);
  // Keeps the active cell in view when the grid shrinks, for example when the first edit opens the tray.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height says when
  useLayoutEffect(() => {
    const { contentTop } = viewport.position;
    const top = active.row * rowHeight;
    const wasInView = top >= contentTop - 1 && top + rowHeight <= contentTop + heightBefore.current + 1;
    if (extent.viewport < heightBefore.current && active.row >= 0 && wasInView) reveal(active.row);
    heightBefore.current = extent.viewport;
  }, [extent.viewport]);

  const wanted = editing?.focusRequest;
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

  const page = Math.max(1, Math.floor(extent.viewport / rowHeight) - 1);
  const keys = gridKeys({
    active,
    block,
    columns,
    bounds: { rows: rowCount, columns: columns.length, page },
    actions,
    editing,
    go,
    openMenu: menu.show,
    selectAll: () => setSelection(selectAll(rowCount, columns.length)),
  });

  /** The menu opens at the pointer, or at the active cell if opened by keyboard. */
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
      // React's style type lacks custom properties.
      style={{ '--gutter': gutter, '--row': `${rowHeight}px` } as CSSProperties}
      data-rows={props.rowHeight}
      onKeyDown={(event) => {
        if (event.target === scroller.current && keys.press(event)) event.preventDefault();
      }}
      onPaste={(event) => {
        if (event.target !== scroller.current) return;
        if (keys.paste(event.clipboardData.getData('text/plain'))) event.preventDefault();
      }}
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
        menuAt={menu.open}
        cellId={cellId}
        onMenu={(column, open) => {
          if (open) menu.show(column);
          else if (menu.hide(column)) scroller.current?.focus({ preventScroll: true });
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
