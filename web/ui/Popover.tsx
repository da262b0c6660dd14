// A small panel beside what opened it: for editors and pickers.
import { Popover as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { classNames } from './classNames.ts';
import { contained } from './contained.ts';
import styles from './Popover.module.css';
import { usePortal } from './portal.ts';
import { useNarrow } from './screen.ts';

/**
 * Where a menu opened the panel it still had the focus when the panel came, and what takes it by itself could not. What is to
 * be typed comes first all the same.
 */
function beginTyping(event: Event): void {
  if (!(event.target instanceof HTMLElement)) return;
  const box = event.target.querySelector<HTMLElement>(
    'input:not([type="checkbox"], [type="radio"]), textarea',
  );
  if (!box) return;
  event.preventDefault();
  box.focus();
}

export function Popover(props: {
  readonly trigger: ReactNode;
  readonly label: string;
  readonly children: ReactNode;
  readonly open?: boolean;
  readonly onOpenChange?: (open: boolean) => void;
  readonly side?: 'bottom' | 'right' | 'left';
  readonly wide?: boolean;
}) {
  // An uncontrolled popover is one without the property, which is not the same as one that is undefined.
  const portal = usePortal();
  const narrow = useNarrow();
  const control = props.open === undefined ? {} : { open: props.open };
  return (
    <Radix.Root {...control} onOpenChange={(open) => props.onOpenChange?.(open)}>
      <Radix.Trigger asChild>{props.trigger}</Radix.Trigger>
      <Radix.Portal {...portal}>
        <Radix.Content
          {...contained}
          onOpenAutoFocus={beginTyping}
          className={classNames(styles.popover, props.wide && styles.wide)}
          aria-label={props.label}
          // A narrow screen has no room beside anything.
          side={narrow ? 'bottom' : (props.side ?? 'bottom')}
          align="start"
          sideOffset={6}
          collisionPadding={12}
        >
          {props.children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
