// What is not shown of the database, or not as it is stored: unreadable files, failing views.
import { late } from '../messages/late.ts';
import styles from './Notes.module.css';

/** At most this many are shown open; more would push everything else out of sight. */
const MAX_OPEN = 3;

export default function Notes({ warnings }: { readonly warnings: readonly string[] }) {
  return (
    <details className={styles.notes} open={warnings.length <= MAX_OPEN}>
      <summary>{late.notes.title(warnings.length)}</summary>
      <ul>
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </details>
  );
}
