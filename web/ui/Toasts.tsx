// Shows the short messages, and has them read out.
import { X } from 'lucide-react';
import { type FocusEvent, useRef } from 'react';
import { t } from '../messages/index.ts';
import { Button, IconButton } from './Button.tsx';
import { classNames } from './classNames.ts';
import styles from './Toasts.module.css';
import { dismiss, toasts } from './toast.ts';
import { useStore } from './useStore.ts';

export function Toasts() {
  const all = useStore(toasts);
  const cameFrom = useRef<HTMLElement>(null);

  function onFocus({ currentTarget, relatedTarget }: FocusEvent): void {
    if (currentTarget.contains(relatedTarget)) return;
    cameFrom.current = relatedTarget instanceof HTMLElement ? relatedTarget : null;
  }

  /** What had the focus goes with the message: whoever answered it is where they were before. */
  function close(id: number): void {
    dismiss(id);
    cameFrom.current?.focus();
  }

  return (
    <div className={styles.toasts} role="status" aria-live="polite" onFocus={onFocus}>
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
                close(toast.id);
                toast.action?.run();
              }}
            >
              {toast.action.label}
            </Button>
          )}
          {!toast.sticky && (
            <IconButton small label={t.common.close} onClick={() => close(toast.id)}>
              <X aria-hidden />
            </IconButton>
          )}
        </div>
      ))}
    </div>
  );
}
