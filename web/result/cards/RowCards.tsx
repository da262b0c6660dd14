// Rows as cards, for screens too narrow for a grid.
import { useVirtualizer } from '@tanstack/react-virtual';
import { ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { count } from '../../messages/format.ts';
import { t } from '../../messages/index.ts';
import { late } from '../../messages/late.ts';
import type { ResultColumn } from '../../query/columns.ts';
import { IconButton } from '../../ui/Button.tsx';
import { classNames } from '../../ui/classNames.ts';
import { Skeleton } from '../../ui/States.tsx';
import type { CellMarks } from '../grid/GridRow.tsx';
import type { RowRange } from '../grid/scroll.ts';
import type { Row, Rows } from '../useRows.ts';
import styles from './RowCards.module.css';

const FIELDS_SHOWN = 6;
/** Cards vary in height, and browsers cannot make an element as tall as a million of them, so they are paged. */
const CARDS_ON_PAGE = 10_000;

/** The columns that a collapsed card shows, in their order: the requested ones and the leading ones. */
function mainColumns(columns: readonly ResultColumn[], asked: ReadonlySet<string>): readonly ResultColumn[] {
  const isAsked = ({ id }: ResultColumn) => asked.has(id);
  const requested = columns.filter(isAsked).slice(0, FIELDS_SHOWN);
  const others = columns.filter((column) => !isAsked(column)).slice(0, FIELDS_SHOWN - requested.length);
  return columns.filter((column) => requested.includes(column) || others.includes(column));
}

export interface CardPage {
  readonly from: number;
  /** Starts with the page's last card. */
  readonly atEnd: boolean;
}

export const firstCards: CardPage = { from: 0, atEnd: false };

function cardsOn({ from }: CardPage, rowCount: number): number {
  return Math.min(CARDS_ON_PAGE, Math.max(0, rowCount - from));
}

export function CardPages(props: {
  readonly rows: Rows;
  readonly page: CardPage;
  readonly onPage: (page: CardPage) => void;
}) {
  const { rows, page, onPage } = props;
  const { from } = page;
  const end = from + cardsOn(page, rows.rowCount);
  if (rows.rowCount <= CARDS_ON_PAGE) return null;
  const last = Math.floor((rows.rowCount - 1) / CARDS_ON_PAGE) * CARDS_ON_PAGE;
  const turn = (to: number) => () => onPage({ from: to, atEnd: false });
  return (
    <nav className={styles.pages} aria-label={late.grid.pages}>
      <IconButton small label={late.grid.earlier} disabled={from === 0} onClick={turn(from - CARDS_ON_PAGE)}>
        <ChevronLeft aria-hidden />
      </IconButton>
      <span>{late.grid.rowsFrom(from + 1, end)}</span>
      <IconButton
        small
        label={late.grid.later}
        disabled={end >= rows.rowCount}
        onClick={turn(from + CARDS_ON_PAGE)}
      >
        <ChevronRight aria-hidden />
      </IconButton>
      <IconButton
        small
        label={late.grid.lastRow}
        disabled={rows.total === undefined}
        onClick={() => onPage({ from: last, atEnd: true })}
      >
        <ChevronLast aria-hidden />
      </IconButton>
    </nav>
  );
}

export function RowCards(props: {
  readonly label: string;
  readonly columns: readonly ResultColumn[];
  /** Columns that the person requested or sorts by; every card shows them. */
  readonly requested: ReadonlySet<string>;
  readonly rows: Rows;
  readonly page: CardPage;
  readonly cell: (column: ResultColumn, row: Row, index: number) => ReactNode;
  /** Marks of pending values; undefined if nothing is pending. */
  readonly mark: CellMarks | undefined;
  readonly onRange: (range: RowRange) => void;
  readonly onOpen: (row: number) => void;
}) {
  const { rows, page, onRange } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [all, setAll] = useState(false);
  const { from } = page;
  const here = cardsOn(page, rows.rowCount);
  const few = mainColumns(props.columns, props.requested);
  const shown = all ? props.columns : few;
  const more = props.columns.length - few.length;
  const virtual = useVirtualizer({
    count: here,
    getScrollElement: () => scroller.current,
    estimateSize: () => 30 + shown.length * 22,
    gap: 8,
    paddingStart: 12,
    paddingEnd: 12,
    overscan: 4,
  });
  const items = virtual.getVirtualItems();
  const first = from + (items[0]?.index ?? 0);
  const end = from + (items.at(-1)?.index ?? 0) + 1;
  useEffect(() => onRange({ first, end }), [onRange, first, end]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a person has turned the page
  useEffect(() => {
    if (page.atEnd) virtual.scrollToIndex(here - 1, { align: 'end' });
    else virtual.scrollToOffset(0);
  }, [page]);
  return (
    <div ref={scroller} className={classNames(styles.scroller, rows.stale && styles.stale)}>
      <ol aria-label={props.label} className={styles.list} style={{ blockSize: virtual.getTotalSize() }}>
        {items.map(({ index: place, start }) => {
          const index = from + place;
          const row = rows.row(index);
          return (
            <li
              key={index}
              ref={virtual.measureElement}
              data-index={place}
              aria-setsize={rows.total ?? -1}
              aria-posinset={index + 1}
              className={styles.card}
              style={{ transform: `translateY(${start}px)` }}
            >
              <button type="button" className={styles.open} onClick={() => props.onOpen(index)}>
                <span className="visually-hidden">{late.grid.openRecord}</span>
                <span>{count(index + 1)}</span>
                <ChevronRight aria-hidden />
              </button>
              {row ? (
                <dl>
                  {shown.map((column) => {
                    const mark = props.mark?.(column, row, index);
                    return (
                      <div key={column.id}>
                        <dt>{column.label}</dt>
                        <dd data-mark={mark?.kind}>
                          {props.cell(column, row, index)}
                          {mark && <span className="visually-hidden">{` (${mark.title})`}</span>}
                        </dd>
                      </div>
                    );
                  })}
                </dl>
              ) : (
                <Skeleton lines={shown.length} />
              )}
              {more > 0 && (
                <button type="button" className={styles.more} onClick={() => setAll(!all)}>
                  {all ? late.grid.fewerFields : t.query.moreFields(more)}
                </button>
              )}
            </li>
          );
        })}
      </ol>
    </div>
  );
}
