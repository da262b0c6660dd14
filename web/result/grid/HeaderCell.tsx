// A header cell: its name, sort order and menu, and the handles to move and resize the column.
import { ArrowDown, ArrowUp, ChevronDown } from 'lucide-react';
import { type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { late } from '../../messages/late.ts';
import type { SortKey } from '../../query/document.ts';
import { classNames } from '../../ui/classNames.ts';
import { Menu } from '../../ui/Menu.tsx';
import { TypeIcon } from '../../ui/TypeIcon.tsx';
import { alignsToEnd, type Placed } from './columnLayout.ts';
import styles from './Grid.module.css';
import type { GridActions } from './gridProps.ts';

const DRAG_THRESHOLD = 6;

export function HeaderCell(props: {
  readonly id: string;
  readonly placed: Placed;
  readonly gap: number;
  readonly order: readonly SortKey[];
  readonly active: boolean;
  readonly actions: GridActions;
  readonly menu: ReactNode;
  readonly menuOpen: boolean;
  readonly onMenu: (open: boolean) => void;
  readonly onPress: () => void;
}) {
  const { placed, order, actions } = props;
  const { column } = placed;
  const element = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState<number>();
  const place = order.findIndex((key) => key.alias === column.id);
  const key = order[place];

  function resize(event: PointerEvent<HTMLSpanElement>): void {
    event.preventDefault();
    event.stopPropagation();
    const handle = event.currentTarget;
    const from = event.clientX;
    const sign = getComputedStyle(handle).direction === 'rtl' ? -1 : 1;
    handle.setPointerCapture(event.pointerId);
    handle.onpointermove = (move) => actions.resize?.(column, placed.width + sign * (move.clientX - from));
    handle.onpointerup = () => {
      handle.onpointermove = null;
      handle.onpointerup = null;
    };
  }

  /** A press that moves drags the column; otherwise it is a click and sorts. */
  function press(event: PointerEvent<HTMLDivElement>): void {
    if (event.button !== 0 || !(event.target instanceof Element) || event.target.closest('[data-own]'))
      return;
    props.onPress();
    const from = event.clientX;
    const head = event.currentTarget;
    let moving = false;
    const move = (at: globalThis.PointerEvent): void => {
      if (!actions.move || (!moving && Math.abs(at.clientX - from) < DRAG_THRESHOLD)) return;
      moving = true;
      setDragged(at.clientX - from);
    };
    const done = (at: globalThis.PointerEvent): void => {
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', done);
      window.removeEventListener('pointercancel', done);
      setDragged(undefined);
      if (at.type === 'pointercancel') return;
      if (!moving) {
        actions.sort?.(column, at.shiftKey);
        return;
      }
      const heads = [...(head.parentElement?.querySelectorAll<HTMLElement>('[data-column]') ?? [])];
      const target = heads.find((other) => {
        const box = other.getBoundingClientRect();
        return other !== head && at.clientX >= box.left && at.clientX < box.right;
      });
      if (target) actions.move?.(column, Number(target.dataset.column));
    };
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', done);
    window.addEventListener('pointercancel', done);
  }

  return (
    <div
      ref={element}
      id={props.id}
      role="columnheader"
      aria-colindex={placed.index + 2}
      aria-sort={key ? (key.asc ? 'ascending' : 'descending') : 'none'}
      data-column={placed.index}
      title={`${column.label}\n${column.column.nativeType}${column.column.comment ? `\n${column.column.comment}` : ''}`}
      className={classNames(
        styles.headCell,
        alignsToEnd(column) && styles.end,
        placed.pinned && styles.pinnedHead,
        props.active && styles.active,
        dragged !== undefined && styles.dragged,
      )}
      style={{
        inlineSize: placed.width,
        marginInlineStart: props.gap,
        ...(placed.pinned ? { insetInlineStart: `calc(${placed.start}px + var(--gutter))` } : {}),
        ...(dragged === undefined ? {} : { transform: `translateX(${dragged}px)` }),
      }}
      onPointerDown={press}
    >
      <TypeIcon
        type={column.type}
        pointsTo={column.kind === 'field' && column.pointsTo !== undefined}
        many={column.kind === 'list'}
      />
      <span className={styles.headName}>{column.label}</span>
      {key && (
        <span className={styles.sort}>
          {key.asc ? <ArrowUp aria-hidden /> : <ArrowDown aria-hidden />}
          {order.length > 1 && <sup>{place + 1}</sup>}
        </span>
      )}
      {props.menu && (
        <Menu
          align="start"
          open={props.menuOpen}
          onOpenChange={props.onMenu}
          trigger={
            <button
              type="button"
              tabIndex={-1}
              data-own
              className={styles.headMenu}
              aria-label={late.grid.columnMenu(column.label)}
            >
              <ChevronDown aria-hidden />
            </button>
          }
        >
          {props.menu}
        </Menu>
      )}
      {actions.resize && (
        <span
          data-own
          aria-hidden
          className={styles.resize}
          onPointerDown={resize}
          onDoubleClick={() => actions.resize?.(column, undefined)}
        />
      )}
    </div>
  );
}
