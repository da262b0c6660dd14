// Below the result: how many rows there are, and whether that is known yet.
import type { ReactNode } from 'react';
import { t } from '../messages/index.ts';
import { Slow } from '../workbench/Waiting.tsx';
import { HiddenColumns } from './HiddenColumns.tsx';
import styles from './StatusBar.module.css';
import type { Rows } from './useRows.ts';

function statusOf({ error, stopped, stale, total, countFailed }: Rows): string {
  if (error !== undefined || (stopped && stale)) return t.workbench.outdated;
  if (stale) return t.workbench.loadingRows;
  if (total !== undefined) return t.common.rows(total);
  return countFailed ? t.workbench.countFailed : t.workbench.counting;
}

export function StatusBar({ rows, children }: { readonly rows: Rows; readonly children?: ReactNode }) {
  return (
    <footer className={styles.bar}>
      <span role="status">{statusOf(rows)}</span>
      {rows.stale && rows.error === undefined && !rows.stopped && <Slow />}
      <HiddenColumns />
      {children ?? <span className={styles.hint}>{t.workbench.gridHint}</span>}
    </footer>
  );
}
