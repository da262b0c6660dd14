// Chooses the user as whom an admin looks at everything.
import { type FormEvent, useState } from 'react';
import { resources } from '../api/resources.ts';
import { beginView } from '../api/viewAs.ts';
import { t } from '../messages/index.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Field } from '../ui/Field.tsx';
import { Failure } from '../ui/States.tsx';
import styles from './TokensPage.module.css';

function ViewAsForm({ onClose }: { readonly onClose: () => void }) {
  const [user, setUser] = useState('');
  const [failure, setFailure] = useState<unknown>();

  async function begin(event: FormEvent): Promise<void> {
    event.preventDefault();
    setFailure(undefined);
    try {
      // The name as the service writes it; whoever is not there is told before the page changes.
      const { name } = await resources.meAs(user.trim());
      beginView(name ?? user.trim());
    } catch (error) {
      setFailure(error);
    }
  }

  return (
    <form className={styles.dialog} onSubmit={(event) => void begin(event)}>
      <p>{t.account.viewHint}</p>
      <Field
        label={t.account.user}
        value={user}
        required
        autoFocus
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => setUser(event.target.value)}
      />
      {failure !== undefined && <Failure error={failure} />}
      <div className={styles.buttons}>
        <Button look="main" type="submit">
          {t.account.begin}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {t.common.cancel}
        </Button>
      </div>
    </form>
  );
}

export default function ViewAsDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog open title={t.account.viewTitle} onClose={onClose}>
      <ViewAsForm onClose={onClose} />
    </Dialog>
  );
}
