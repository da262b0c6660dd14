// A choice between a few views, as radio buttons side by side.
import { useId } from 'react';
import styles from './ViewSwitch.module.css';

export function ViewSwitch<T extends string>(props: {
  readonly label: string;
  readonly value: T;
  readonly options: readonly (readonly [T, string])[];
  readonly onValue: (value: T) => void;
}) {
  const name = useId();
  return (
    <fieldset className={styles.switch}>
      <legend className="visually-hidden">{props.label}</legend>
      {props.options.map(([value, label]) => (
        <label key={value} className={styles.option}>
          <input
            type="radio"
            name={name}
            value={value}
            checked={props.value === value}
            onChange={() => props.onValue(value)}
          />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
