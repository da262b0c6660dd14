// Drop-down menus: Radix provides keyboard, typeahead and placement; the styles are ours.
import { Check } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { containedEvents } from './containedEvents.ts';
import styles from './Menu.module.css';
import { usePortal } from './portal.ts';

/**
 * Radix returns the focus to the button when a menu closes. That must not happen if another menu was opened meanwhile,
 * because losing the focus would close it.
 */
function keepOtherMenuOpen(event: Event): void {
  if (document.activeElement?.closest('[role="menu"]')) event.preventDefault();
}

export function Menu(props: {
  readonly trigger: ReactNode;
  readonly children: ReactNode;
  readonly align?: 'start' | 'end';
  readonly open?: boolean;
  readonly onOpenChange?: (open: boolean) => void;
}) {
  // An uncontrolled menu must lack the property; passing undefined is not the same.
  const portal = usePortal();
  const control = props.open === undefined ? {} : { open: props.open };
  return (
    <DropdownMenu.Root modal={false} {...control} onOpenChange={(open) => props.onOpenChange?.(open)}>
      <DropdownMenu.Trigger asChild>{props.trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal {...portal}>
        <DropdownMenu.Content
          {...containedEvents}
          className={styles.menu}
          align={props.align ?? 'end'}
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={keepOtherMenuOpen}
        >
          {props.children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

export interface ScreenPoint {
  readonly x: number;
  readonly y: number;
}

/** An open menu at a point of the screen. */
export function PointMenu(props: {
  readonly at: ScreenPoint;
  readonly children: ReactNode;
  readonly onClose: () => void;
}) {
  return (
    <Menu
      open
      align="start"
      onOpenChange={(open) => {
        if (!open) props.onClose();
      }}
      trigger={
        <span
          aria-hidden
          className={styles.point}
          style={{ insetInlineStart: props.at.x, insetBlockStart: props.at.y }}
        />
      }
    >
      {props.children}
    </Menu>
  );
}

interface ItemProps {
  readonly icon?: ReactNode;
  readonly hint?: ReactNode;
  readonly children: ReactNode;
  readonly onSelect?: () => void;
  readonly disabled?: boolean;
}

function Content({ icon, hint, children }: ItemProps) {
  return (
    <>
      <span className={styles.icon}>{icon}</span>
      <span className={styles.text}>{children}</span>
      {hint && <span className={styles.hint}>{hint}</span>}
    </>
  );
}

export function MenuItem(props: ItemProps) {
  return (
    <DropdownMenu.Item
      className={styles.item}
      disabled={props.disabled ?? false}
      onSelect={() => props.onSelect?.()}
    >
      <Content {...props} />
    </DropdownMenu.Item>
  );
}

export function MenuRadio(props: ItemProps & { readonly value: string }) {
  return (
    <DropdownMenu.RadioItem className={styles.item} value={props.value} onSelect={() => props.onSelect?.()}>
      <Content
        {...props}
        hint={
          <DropdownMenu.ItemIndicator>
            <Check aria-hidden />
          </DropdownMenu.ItemIndicator>
        }
      />
    </DropdownMenu.RadioItem>
  );
}

/** Several of these can be checked; choosing one leaves the menu open. */
export function MenuCheck(props: ItemProps & { readonly checked: boolean }) {
  return (
    <DropdownMenu.CheckboxItem
      className={styles.item}
      checked={props.checked}
      onSelect={(event) => {
        event.preventDefault();
        props.onSelect?.();
      }}
    >
      <Content
        {...props}
        hint={
          <DropdownMenu.ItemIndicator>
            <Check aria-hidden />
          </DropdownMenu.ItemIndicator>
        }
      />
    </DropdownMenu.CheckboxItem>
  );
}

export function MenuLabel({ children }: { readonly children: ReactNode }) {
  return <DropdownMenu.Label className={styles.label}>{children}</DropdownMenu.Label>;
}

/** A note to read before choosing. */
export function MenuNote({ children }: { readonly children: ReactNode }) {
  return <DropdownMenu.Label className={styles.note}>{children}</DropdownMenu.Label>;
}

export function MenuLine() {
  return <DropdownMenu.Separator className={styles.line} />;
}
