// What of the database is not shown, or not as it is stored: files that cannot be read, views that fail.
import { late } from '../messages/late.ts';
import styles from './Notes.module.css';

/** So many are read at a glance; more would push everything else out of sight. */
const OPEN_AT_MOST = 3;

export default function Notes({ warnings }: { readonly warnings: readonly string[] }) {
  return (
    <details className={styles.notes} open={warnings.length <= OPEN_AT_MOST}>
      <summary>{late.notes.title(warnings.length)}</summary>
      <ul>
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </details>
  );
}
