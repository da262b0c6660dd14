// Shows the short messages, and has them read out.
import { X } from 'lucide-react';
import { type FocusEvent, useRef } from 'react';
import { t } from '../messages/index.ts';
import { Button, IconButton } from './Button.tsx';
import { classNames } from './classNames.ts';
import styles from './Toasts.module.css';
import { dismiss, type Toast, toasts } from './toast.ts';
import { useStore } from './useStore.ts';

export function Toasts() {
  const all = useStore(toasts);
  const cameFrom = useRef<HTMLElement>(null);

  function onFocus({ currentTarget, relatedTarget }: FocusEvent): void {
    if (currentTarget.contains(relatedTarget)) return;
    cameFrom.current = relatedTarget instanceof HTMLElement ? relatedTarget : null;
  }

  /**
   * What had the focus goes with the message: whoever answered it is where they were when it came. Where that is gone they are
   * where they were before, which is often only what stands before the message.
   */
  function close({ id, cameFrom: placeOf }: Toast): void {
    const began = placeOf();
    dismiss(id);
    if (began instanceof HTMLElement && began !== document.body) began.focus();
    if (began !== document.activeElement) cameFrom.current?.focus();
  }

  return (
    <div className={styles.toasts} data-toasts role="status" aria-live="polite" onFocus={onFocus}>
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
                close(toast);
                toast.action?.run();
              }}
            >
              {toast.action.label}
            </Button>
          )}
          {!toast.sticky && (
            <IconButton small label={t.common.close} onClick={() => close(toast)}>
              <X aria-hidden />
            </IconButton>
          )}
        </div>
      ))}
    </div>
  );
}
