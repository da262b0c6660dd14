// The button that leads to the identity provider.
import { useId, useState } from 'react';
import { beginSignOn, signOnFailure } from '../api/signOn.ts';
import { t } from '../messages/index.ts';
import { Button } from '../ui/Button.tsx';
import { describeFailure } from '../ui/failures.ts';
import { useStore } from '../ui/useStore.ts';
import styles from './LoginForm.module.css';

export function SignOnButton({ provider, isOnly }: { readonly provider: string; readonly isOnly: boolean }) {
  const failure = useStore(signOnFailure);
  const [busy, setBusy] = useState(false);
  const failureId = useId();

  async function redirect(): Promise<void> {
    setBusy(true);
    signOnFailure.set(null);
    try {
      await beginSignOn();
    } catch (error) {
      signOnFailure.set(error);
      setBusy(false);
    }
  }

  return (
    <>
      {!isOnly && <p className={styles.or}>{t.login.or}</p>}
      <p id={failureId} role="alert" className={styles.failure}>
        {failure === null ? null : describeFailure(failure).detail}
      </p>
      <Button
        variant={isOnly ? 'main' : 'plain'}
        className={styles.submit}
        disabled={busy}
        autoFocus={isOnly}
        aria-describedby={failureId}
        onClick={() => void redirect()}
      >
        {t.login.signOn(provider)}
      </Button>
    </>
  );
}
