// Somebody else saved in the meantime: open theirs, keep mine as a copy, or overwrite theirs.
import type { SavedQuery } from '../api/saved.ts';
import { ago } from '../messages/format.ts';
import { t } from '../messages/index.ts';
import { hrefs } from '../state/addresses.ts';
import { navigate } from '../state/route.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import styles from './ConflictDialog.module.css';

export function ConflictDialog(props: {
  readonly saved: SavedQuery;
  readonly onOpen: () => void;
  readonly onCopy: () => void;
  readonly onOverwrite: () => void;
  readonly onClose: () => void;
}) {
  const { saved } = props;
  return (
    <Dialog open title={t.library.conflict} onClose={props.onClose}>
      <div className={styles.conflict}>
        <p>{t.library.conflictHint(saved.title, ago(Date.parse(saved.updated), Date.now()))}</p>
        <div className={styles.buttons}>
          <Button
            variant="main"
            onClick={() => {
              props.onOpen();
              navigate(hrefs.saved(saved.slug));
            }}
          >
            {t.library.conflictOpen}
          </Button>
          <Button onClick={props.onCopy}>{t.library.conflictCopy}</Button>
          <Button variant="danger" title={t.library.conflictOverwriteHint} onClick={props.onOverwrite}>
            {t.library.conflictOverwrite}
          </Button>
        </div>
        <p className={styles.hint}>{t.library.conflictOverwriteHint}</p>
      </div>
    </Dialog>
  );
}
