// A choice among a few options, using the native element.
import styles from './Select.module.css';

export interface Option<T extends string> {
  readonly value: T;
  readonly label: string;
}

export function Select<T extends string>(props: {
  readonly label: string;
  readonly value: T;
  readonly options: readonly Option<T>[];
  readonly onValue: (value: T) => void;
}) {
  return (
    <select
      className={styles.select}
      aria-label={props.label}
      title={props.label}
      value={props.value}
      onChange={(event) => {
        const chosen = props.options.find(({ value }) => value === event.target.value);
        if (chosen) props.onValue(chosen.value);
      }}
    >
      {props.options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}
