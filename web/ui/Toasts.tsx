// Shows the short messages, and has them read out.
import { X } from 'lucide-react';
import { t } from '../messages/index.ts';
import { Button, IconButton } from './Button.tsx';
import { classNames } from './classNames.ts';
import styles from './Toasts.module.css';
import { dismiss, toasts } from './toast.ts';
import { useStore } from './useStore.ts';

export function Toasts() {
  const all = useStore(toasts);
  return (
    <div className={styles.toasts} role="status" aria-live="polite">
      {all.map((toast) => (
        <div key={toast.id} className={classNames(styles.toast, toast.tone === 'danger' && styles.danger)}>
          <span>
            {toast.text}
            {toast.progress !== undefined && <span aria-hidden> {toast.progress}</span>}
          </span>
          {toast.action && (
            <Button
              small
              look="quiet"
              onClick={() => {
                toast.action?.run();
                dismiss(toast.id);
              }}
            >
              {toast.action.label}
            </Button>
          )}
          {!toast.sticky && (
            <IconButton small label={t.common.close} onClick={() => dismiss(toast.id)}>
              <X aria-hidden />
            </IconButton>
          )}
        </div>
      ))}
    </div>
  );
}
