// The totals in the card view, which has no footer.
import type { GridAnswer } from '../../api/resources.ts';
import { t } from '../../messages/index.ts';
import { late } from '../../messages/late.ts';
import type { ResultColumn } from '../../query/columns.ts';
import { ownValue } from '../../state/ownValue.ts';
import { CellText } from '../CellText.tsx';
import styles from './CardTotals.module.css';

export function CardTotals(props: {
  readonly columns: readonly ResultColumn[];
  readonly totals: GridAnswer['summaries'];
}) {
  const entries = props.columns.flatMap((column) =>
    column.kind === 'field' ? column.totals.map((summary) => ({ column, summary })) : [],
  );
  if (entries.length === 0) return null;
  return (
    <dl className={styles.totals} aria-label={late.rail.totals}>
      {entries.map(({ column, summary }) => {
        const value = ownValue(props.totals, column.alias)?.[summary];
        return (
          <div key={`${summary} ${column.id}`}>
            <dt>{late.grid.overAll(t.query.measure(summary, column.label))}</dt>
            <dd>
              {value === undefined ? (
                '…'
              ) : (
                <CellText
                  value={value}
                  type={column.type}
                  isRounded={summary === 'avg' || column.isRounded}
                />
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
