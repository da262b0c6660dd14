// A cell of the result: the value, the name of the record it points to, or a list of related values.

import type { MouseEvent } from 'react';
import type { Cell } from '../api/exact.ts';
import { late } from '../messages/late.ts';
import type { ResultColumn } from '../query/columns.ts';
import { hrefs } from '../state/addresses.ts';

import type { Span } from '../values/cellStyle.ts';
import type { ColumnFormat } from '../values/columnFormat.ts';
import { parsePeriodStart, periodName } from '../values/periods.ts';
import { plainText } from '../values/text.ts';
import type { RecordRef } from '../workbench/context.ts';
import { CellText } from './CellText.tsx';
import { groupsDigits } from './grid/columnLayout.ts';
import type { Listed } from './lists.ts';
import styles from './ResultCell.module.css';

const VALUES_SHOWN = 6;

/** A plain click opens the record here; with Ctrl or the middle button the browser opens it in a new tab. */
function openHere(event: MouseEvent, show: () => void): void {
  if (event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  // With Shift the click extended the selection.
  if (!event.shiftKey) show();
}

export function ResultCell(props: {
  readonly column: ResultColumn;
  readonly value: Cell;
  readonly label: string | undefined;
  /** The label with its key, if other records have the same label. */
  readonly toldApart?: string | undefined;
  /** The record that a foreign key points to. */
  readonly record: RecordRef | undefined;
  readonly onPeek: (record: RecordRef) => void;
  readonly list: Listed | undefined;
  /** The number of decimals for all numbers of the column. */
  readonly digits?: number | undefined;
  readonly format?: ColumnFormat | undefined;
  readonly span?: Span | undefined;
}) {
  const { column, value, label, record, list, toldApart = label } = props;
  if (list) {
    return (
      <span className={styles.list} title={list.values.slice(0, 50).map(plainText).join('\n')}>
        {list.values.slice(0, VALUES_SHOWN).map((one, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: values may be equal; their place tells them apart
          <span key={place} className={styles.item}>
            <CellText value={one} type={column.type} />
          </span>
        ))}
        {list.cut ? (
          <span className={styles.more} title={late.grid.manyMoreHint}>
            {late.grid.manyMore}
          </span>
        ) : (
          list.values.length > VALUES_SHOWN && (
            <span className={styles.more}>{late.grid.moreValues(list.values.length - VALUES_SHOWN)}</span>
          )
        )}
      </span>
    );
  }
  if (column.kind === 'field' && column.pointsTo && !column.bucket && value !== null) {
    const key = plainText(value);
    const title = label === undefined ? key : `${label} (${key})`;
    if (!record) return <span title={title}>{toldApart ?? key}</span>;
    return (
      <a
        className={styles.record}
        href={hrefs.record(record.entity, record.key)}
        title={title}
        // The grid is a single tab stop; its Enter key does what a click does here.
        tabIndex={-1}
        draggable={false}
        onClick={(event) => openHere(event, () => props.onPeek(record))}
      >
        {toldApart ?? key}
      </a>
    );
  }
  if (column.kind === 'field' && column.bucket && typeof value === 'string') {
    const start = parsePeriodStart(value, column.bucket, column.zone);
    if (start !== undefined) return <span title={value}>{periodName(start, column.bucket)}</span>;
  }
  return (
    <CellText
      value={value}
      type={column.type}
      grouping={groupsDigits(column)}
      digits={props.digits}
      isRounded={column.isRounded}
      part={column.kind === 'field' ? column.part : undefined}
      format={props.format}
      span={props.span}
    />
  );
}
