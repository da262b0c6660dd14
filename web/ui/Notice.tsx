// A line above content that is still there: something failed, but nothing is lost.
import type { ReactNode } from 'react';
import { t } from '../messages/index.ts';
import { Button } from './Button.tsx';
import styles from './Notice.module.css';

export function Notice({
  children,
  onRetry,
}: {
  readonly children: ReactNode;
  readonly onRetry?: () => void;
}) {
  return (
    <div role="alert" className={styles.notice}>
      <span>{children}</span>
      {onRetry && (
        <Button small onClick={onRetry}>
          {t.common.retry}
        </Button>
      )}
    </div>
  );
}
