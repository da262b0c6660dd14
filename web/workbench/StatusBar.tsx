// Below the result: how many rows there are, and whether that is known yet.
import type { Rows } from '../grid/useRows.ts';
import { t } from '../messages/index.ts';
import styles from './StatusBar.module.css';
import { Slow } from './Waiting.tsx';

export function StatusBar({ rows }: { readonly rows: Rows }) {
  return (
    <footer className={styles.bar}>
      <span role="status">
        {rows.stale
          ? t.workbench.loadingRows
          : rows.total !== undefined
            ? t.common.rows(rows.total)
            : rows.countFailed
              ? t.workbench.countFailed
              : t.workbench.counting}
      </span>
      {rows.stale && <Slow />}
      <span className={styles.hint}>{t.workbench.gridHint}</span>
    </footer>
  );
}
