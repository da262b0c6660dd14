// On or off.
import { useId } from 'react';
import styles from './Switch.module.css';

export function Switch(props: {
  readonly label: string;
  readonly hint?: string;
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
}) {
  const id = useId();
  return (
    <label className={styles.switch}>
      <input
        type="checkbox"
        role="switch"
        checked={props.on}
        aria-checked={props.on}
        aria-describedby={props.hint ? id : undefined}
        onChange={(event) => props.onChange(event.target.checked)}
      />
      <span className={styles.track} aria-hidden />
      <span>
        {props.label}
        {props.hint && (
          <small id={id} className={styles.hint}>
            {props.hint}
          </small>
        )}
      </span>
    </label>
  );
}
