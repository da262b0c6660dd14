// Asks before a logout that would discard unsaved work.
import { t } from '../messages/index.ts';
import { late } from '../messages/late.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import styles from './TokensPage.module.css';

interface LogoutDialogProps {
  readonly onLogout: () => void;
  readonly onClose: () => void;
}

export default function LogoutDialog({ onLogout, onClose }: LogoutDialogProps) {
  return (
    <Dialog open title={late.tokens.logoutTitle} onClose={onClose}>
      <div className={styles.dialog}>
        <p>{late.tokens.logoutHint}</p>
        <div className={styles.buttons}>
          <Button variant="main" autoFocus onClick={onClose}>
            {late.tokens.stay}
          </Button>
          <Button variant="danger" onClick={onLogout}>
            {t.common.logout}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
