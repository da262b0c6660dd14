// A cell of the footer: totals over all rows, not only those in view.
import type { GridAnswer } from '../api/resources.ts';
import { t } from '../messages/index.ts';
import { late } from '../messages/late.ts';
import type { ResultColumn } from '../query/columns.ts';
import { ownValue } from '../state/ownValue.ts';
import { CellText } from './CellText.tsx';
import styles from './TotalsCell.module.css';

export function TotalsCell(props: {
  readonly column: ResultColumn;
  readonly totals: GridAnswer['summaries'];
}) {
  const { column, totals } = props;
  if (column.kind !== 'field') return null;
  return column.totals.map((summary) => {
    const value = ownValue(totals, column.alias)?.[summary];
    return (
      <span key={summary} className={styles.total}>
        <small>{late.grid.overAll(t.query.summaries[summary])}</small>
        {value === undefined ? (
          '…'
        ) : (
          <CellText value={value} type={column.type} isRounded={summary === 'avg' || column.isRounded} />
        )}
      </span>
    );
  });
}
