// A small panel next to its trigger, for editors and pickers.
import { Popover as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { classNames } from './classNames.ts';
import { containedEvents } from './containedEvents.ts';
import styles from './Popover.module.css';
import { usePortal } from './portal.ts';
import { useNarrow } from './screen.ts';

/**
 * If a menu opened the panel, the menu still had the focus when the panel was mounted, so autoFocus had no effect. This
 * focuses the panel's input anyway.
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
  // An uncontrolled popover must lack the property; passing undefined is not the same.
  const portal = usePortal();
  const narrow = useNarrow();
  const control = props.open === undefined ? {} : { open: props.open };
  return (
    <Radix.Root {...control} onOpenChange={(open) => props.onOpenChange?.(open)}>
      <Radix.Trigger asChild>{props.trigger}</Radix.Trigger>
      <Radix.Portal {...portal}>
        <Radix.Content
          {...containedEvents}
          onOpenAutoFocus={beginTyping}
          className={classNames(styles.popover, props.wide && styles.wide)}
          aria-label={props.label}
          // Narrow screens have no space at the side.
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
