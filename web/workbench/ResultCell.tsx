// A cell of the result: the value, the name of the record it points to, or a list of related values.
import type { Cell } from '../api/exact.ts';
import { parseMoment, periodName } from '../charts/periods.ts';
import { CellText } from '../grid/CellText.tsx';
import { groupsDigits } from '../grid/layout.ts';
import { plainText } from '../grid/values.ts';
import { t } from '../messages/index.ts';
import type { ResultColumn } from '../query/columns.ts';
import type { Listed } from './lists.ts';
import styles from './ResultCell.module.css';

const VALUES_SHOWN = 6;

export function ResultCell(props: {
  readonly column: ResultColumn;
  readonly value: Cell;
  readonly label: string | undefined;
  readonly list: Listed | undefined;
}) {
  const { column, value, label, list } = props;
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
          <span className={styles.more} title={t.grid.manyMoreHint}>
            {t.grid.manyMore}
          </span>
        ) : (
          list.values.length > VALUES_SHOWN && (
            <span className={styles.more}>{t.grid.moreValues(list.values.length - VALUES_SHOWN)}</span>
          )
        )}
      </span>
    );
  }
  if (column.kind === 'field' && column.pointsTo && !column.bucket && value !== null) {
    const key = plainText(value);
    return (
      <span className={styles.record} title={label === undefined ? key : `${label} (${key})`}>
        {label ?? key}
      </span>
    );
  }
  if (column.kind === 'field' && column.bucket && typeof value === 'string') {
    const start = parseMoment(value);
    if (start !== undefined) return <span title={value}>{periodName(start, column.bucket)}</span>;
  }
  return <CellText value={value} type={column.type} grouping={groupsDigits(column)} />;
}
