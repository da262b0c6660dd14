// A value of an enumeration, chosen from the list of its values.
import type { Cell } from '../api/exact.ts';
import { late } from '../messages/late.ts';
import { score } from '../model/matching.ts';
import type { Column } from '../model/model.ts';
import { Picker, type PickingKey } from '../ui/Picker.tsx';
import styles from './Edit.module.css';
import type { Entry } from './entry.ts';
import { type ListSearch, PickerField } from './PickerField.tsx';
import { ValueText } from './ValueText.tsx';

export function ChoiceEditor(props: {
  readonly id: string;
  readonly column: Column;
  /** Undefined in an untouched field of a new record. */
  readonly value: Cell | undefined;
  readonly placeholder: string;
  readonly autoFocus: boolean;
  readonly invalid: boolean;
  readonly describedBy: string | undefined;
  readonly onEntry: (entry: Entry) => void;
}) {
  const { column, value } = props;
  return (
    <PickerField
      {...props}
      label={late.edit.chooseValue(column.label)}
      labelId={`${props.id}-label`}
      shown={
        value === undefined ? (
          <span className={styles.faint}>{props.placeholder}</span>
        ) : (
          <ValueText value={value} type={column.type} />
        )
      }
      list={(search, close) => (
        <ValueChoices
          {...search}
          column={column}
          value={value}
          onPick={(next) => {
            props.onEntry({ kind: 'value', value: next });
            close();
          }}
        />
      )}
    />
  );
}

type Choice = string | null;

/** The best matches first; null comes last, so that Enter never chooses it by accident. */
function matching({ choices = [], nullable }: Column, search: string): readonly Choice[] {
  const found = choices
    .map((choice) => ({ choice, score: score(choice, search) }))
    .filter((one) => one.score > 0)
    .toSorted((a, b) => b.score - a.score);
  const isNullFound = nullable && score(late.edit.null, search) > 0;
  return [...found.map(({ choice }) => choice), ...(isNullFound ? [null] : [])];
}

export function ValueChoices(
  props: ListSearch & {
    readonly column: Column;
    readonly value: Cell | undefined;
    readonly onPick: (value: Choice, by: PickingKey) => void;
    readonly onTab?: () => void;
  },
) {
  const { column, value, search } = props;
  const items = matching(column, search);
  const current = value === null || typeof value === 'string' ? items.indexOf(value) : 0;
  return (
    <Picker
      label={late.edit.chooseValue(column.label)}
      search={search}
      onSearch={props.onSearch}
      groups={[{ label: undefined, items }]}
      keyOf={(choice) => JSON.stringify(choice)}
      render={(choice) => <ValueText value={choice} type={column.type} />}
      startAt={search === '' ? current : 0}
      onPick={props.onPick}
      {...(props.onTab && { onTab: props.onTab })}
      empty={late.edit.noValue}
    />
  );
}
