// Modal dialogs, using the native element: focus stays inside, Escape closes, the page behind is inert.
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { t } from '../messages/index.ts';
import { IconButton } from './Button.tsx';
import { classNames } from './classNames.ts';
import styles from './Dialog.module.css';
import { PortalTarget } from './portal.ts';

export interface DialogProps {
  readonly open: boolean;
  readonly title: string;
  /** Without it the dialog cannot be dismissed. */
  readonly onClose?: () => void;
  readonly children: ReactNode;
  readonly size?: 'small' | 'medium' | 'large' | 'cover';
  /** Hides the title except from screen readers. */
  readonly bare?: boolean;
}

export function Dialog({ open, title, onClose, children, size = 'medium', bare }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const [content, setContent] = useState<HTMLElement | null>(null);
  useEffect(() => {
    const dialog = element.current;
    if (!dialog) return;
    if (open && !dialog.open) dialog.showModal();
    if (!open && dialog.open) dialog.close();
  }, [open]);
  return (
    <dialog
      ref={element}
      className={classNames(styles.dialog, styles[size], bare && size !== 'cover' && styles.high)}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // A file input's cancel event bubbles; it must not close the dialog.
        if (event.target !== element.current) return;
        event.preventDefault();
        onClose?.();
      }}
      onClick={(event) => {
        if (event.target === element.current) onClose?.();
      }}
    >
      {open && (
        <div ref={setContent} className={styles.content}>
          {/* Not a header element: the page's only banner is behind the dialog. */}
          <div className={bare ? 'visually-hidden' : styles.header}>
            <h2 id={titleId}>{title}</h2>
          </div>
          <PortalTarget value={content}>{children}</PortalTarget>
          {/* Last, so that the content gets the initial focus. */}
          {onClose && !bare && (
            <IconButton label={t.common.close} className={styles.close} onClick={onClose}>
              <X aria-hidden />
            </IconButton>
          )}
        </div>
      )}
    </dialog>
  );
}
