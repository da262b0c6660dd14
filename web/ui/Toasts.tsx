// Shows short messages, and announces them to screen readers.
import { X } from 'lucide-react';
import { type FocusEvent, useRef } from 'react';
import { t } from '../messages/index.ts';
import { Button, IconButton } from './Button.tsx';
import { classNames } from './classNames.ts';
import styles from './Toasts.module.css';
import { dismissToast, type Toast, toasts } from './toast.ts';
import { useStore } from './useStore.ts';

export function Toasts() {
  const all = useStore(toasts);
  const previousFocus = useRef<HTMLElement>(null);

  function onFocus({ currentTarget, relatedTarget }: FocusEvent): void {
    if (currentTarget.contains(relatedTarget)) return;
    previousFocus.current = relatedTarget instanceof HTMLElement ? relatedTarget : null;
  }

  /**
   * Closing a message loses the focus in it, which returns to where it was when the message appeared. If that element
   * is gone, it goes to where it was before, which is often just the element before the messages.
   */
  function close({ id, previousFocus: placeOf }: Toast): void {
    const began = placeOf();
    dismissToast(id);
    if (began instanceof HTMLElement && began !== document.body) began.focus();
    if (began !== document.activeElement) previousFocus.current?.focus();
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
              variant="quiet"
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
