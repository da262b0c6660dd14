// The states of every room besides its content: loading, empty, failed.

import { CircleAlert, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiError } from '../api/errors.ts';
import { t } from '../messages/index.ts';
import { Button } from './Button.tsx';
import { classNames } from './classNames.ts';
import { headedFailure } from './failures.ts';
import styles from './States.module.css';

export function Skeleton({ lines = 3, className }: { readonly lines?: number; readonly className?: string }) {
  return (
    <div className={classNames(styles.skeletons, className)} aria-hidden>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars have no identity but their place
        <span key={line} className={styles.skeleton} />
      ))}
    </div>
  );
}

export function Loading({
  label = t.common.loading,
  lines,
}: {
  readonly label?: string;
  readonly lines?: number;
}) {
  return (
    <div role="status" className={styles.loading}>
      <span className="visually-hidden">{label}</span>
      <Skeleton lines={lines ?? 4} />
    </div>
  );
}

export function Empty(props: {
  readonly icon?: ReactNode;
  readonly title: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}) {
  return (
    <div className={styles.notice}>
      {props.icon && <span className={styles.picture}>{props.icon}</span>}
      <h2>{props.title}</h2>
      {props.children && <div className={styles.prose}>{props.children}</div>}
      {props.actions && <div className={styles.actions}>{props.actions}</div>}
    </div>
  );
}

/** A failure in plain words, and what to do next. */
export function Failure(props: {
  readonly error: unknown;
  readonly onRetry?: () => void;
  readonly children?: ReactNode;
}) {
  const { title, detail } = headedFailure(props.error);
  const offline = props.error instanceof ApiError && props.error.kind === 'offline';
  return (
    <div className={classNames(styles.notice, styles.failure)} role="alert">
      <span className={styles.picture}>
        {offline ? <WifiOff aria-hidden /> : <CircleAlert aria-hidden />}
      </span>
      <h2>{title}</h2>
      {detail !== '' && <div className={styles.prose}>{detail}</div>}
      <div className={styles.actions}>
        {props.onRetry && <Button onClick={props.onRetry}>{t.common.retry}</Button>}
        {props.children}
      </div>
    </div>
  );
}
