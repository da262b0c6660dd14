// A labelled select, using the native element: it works on every device and by keyboard.
import { type ReactNode, useId } from 'react';
import styles from './Choice.module.css';

export function Choice<T extends string>(props: {
  readonly label: string;
  readonly value: T;
  readonly onValue: (value: T) => void;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <div className={styles.choice}>
      <label htmlFor={id}>{props.label}</label>
      <select
        id={id}
        value={props.value}
        onChange={(event) => {
          // The caller creates the options from values of T.
          props.onValue(event.target.value as T);
        }}
      >
        {props.children}
      </select>
    </div>
  );
}
