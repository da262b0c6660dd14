// Below the result: the number of rows, and whether it is final.
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../messages/index.ts';
import { late } from '../messages/late.ts';
import type { RowHeight } from '../query/document.ts';
import { setRowHeight } from '../query/view.ts';
import { Button } from '../ui/Button.tsx';
import { Select } from '../ui/Select.tsx';
import { formatNumber, shortened } from '../values/show.ts';
import { useWorkbench } from '../workbench/context.ts';
import { useGroupNotes } from '../workbench/useGroupNotes.ts';
import { Slow } from '../workbench/Waiting.tsx';
import { HiddenColumns } from './HiddenColumns.tsx';
import styles from './StatusBar.module.css';
import type { SelectionSummary } from './selectionSummary.ts';
import type { Rows } from './useRows.ts';

function statusOf({ error, stopped, stale, total, countFailed }: Rows): string {
  if (error !== undefined || (stopped && stale)) return late.workbench.outdated;
  if (stale) return late.workbench.loadingRows;
  if (total !== undefined) return t.common.rows(total);
  return countFailed ? late.workbench.countFailed : late.workbench.counting;
}

/** Count, sum and average of several selected cells. */
function Selected({ summary }: { readonly summary: SelectionSummary }) {
  const { count: n, sum, average } = summary;
  const parts = [
    late.grid.selected(n),
    ...(sum === undefined ? [] : [late.grid.sumOf(formatNumber(sum))]),
    ...(average === undefined ? [] : [late.grid.averageOf(formatNumber(shortened(average)))]),
  ];
  return <span className={styles.selected}>{parts.join(' · ')}</span>;
}

function RowHeights() {
  const { doc, edit } = useWorkbench();
  return (
    <Select<RowHeight | 'usual'>
      label={late.grid.rowHeight}
      value={doc.view.rowHeight ?? 'usual'}
      options={(['low', 'usual', 'high'] as const).map((value) => ({
        value,
        label: late.grid.rowHeights[value],
      }))}
      onValue={(height) => edit((before) => setRowHeight(before, height === 'usual' ? undefined : height))}
    />
  );
}

export function StatusBar(props: {
  readonly rows: Rows;
  readonly selected: SelectionSummary | undefined;
  /** Undefined if rows cannot be added. */
  readonly onAddRow: (() => void) | undefined;
  readonly children?: ReactNode;
}) {
  const { rows, selected, children, onAddRow } = props;
  const notes = useGroupNotes();
  return (
    <footer className={styles.bar}>
      <span role="status">{statusOf(rows)}</span>
      {notes.length > 0 && <span className={styles.note}>{notes.join(' ')}</span>}
      {rows.stale && rows.error === undefined && !rows.stopped && <Slow />}
      <HiddenColumns />
      {selected && <Selected summary={selected} />}
      {children || (
        <>
          {onAddRow && (
            <Button small variant="quiet" icon={<Plus aria-hidden />} onClick={onAddRow}>
              {late.edit.addRow}
            </Button>
          )}
          {!selected && notes.length === 0 && (
            <span className={styles.hint}>
              {onAddRow && `${late.edit.typeToEdit} · `}
              {late.workbench.gridHint}
            </span>
          )}
          <RowHeights />
        </>
      )}
    </footer>
  );
}
