// Buttons: the main action, other actions, icon buttons, and links that look like buttons.
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import styles from './Button.module.css';
import { classNames } from './classNames.ts';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly variant?: 'main' | 'plain' | 'quiet' | 'danger';
  readonly small?: boolean;
  readonly icon?: ReactNode;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function Button({ variant = 'plain', small, icon, className, children, type, ...rest }: ButtonProps) {
  return (
    <button
      type={type ?? 'button'}
      className={classNames(styles.button, styles[variant], small && styles.small, className)}
      {...rest}
    >
      {icon}
      {children !== undefined && <span className={styles.label}>{children}</span>}
    </button>
  );
}

export interface IconButtonProps extends Omit<ButtonProps, 'icon' | 'children'> {
  /** The accessible name, also shown as a tooltip. */
  readonly label: string;
  readonly children: ReactNode;
}

export function IconButton({
  label,
  variant = 'quiet',
  small,
  className,
  children,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={classNames(styles.button, styles.square, styles[variant], small && styles.small, className)}
      {...rest}
    >
      {children}
    </button>
  );
}

export function IconLink(props: {
  readonly label: string;
  readonly href: string;
  readonly children: ReactNode;
}) {
  return (
    <a
      href={props.href}
      aria-label={props.label}
      title={props.label}
      className={classNames(styles.button, styles.square, styles.quiet)}
    >
      {props.children}
    </a>
  );
}
