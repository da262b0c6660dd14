// The columns of a grant: all, all but some, or only some.
import { useState } from 'react';
import { late } from '../messages/late.ts';
import type { Entity } from '../model/model.ts';
import { Select } from '../ui/Select.tsx';
import { type ColumnChoice, readColumns, writeColumns } from './columnLists.ts';
import styles from './GrantPanel.module.css';

const kinds: readonly ColumnChoice['kind'][] = ['all', 'but', 'only'];

export function ColumnsEditor(props: {
  readonly entity: Entity;
  readonly columns: readonly string[] | undefined;
  /** Undefined for all columns. */
  readonly onColumns: (columns: readonly string[] | undefined) => void;
}) {
  const { entity, columns } = props;
  // An empty list of exceptions means the same as all columns, so the choice between them is local state.
  const [isLeavingOut, setLeavingOut] = useState(false);
  const read = readColumns(columns, entity);
  const choice: ColumnChoice = read.kind === 'all' && isLeavingOut ? { kind: 'but', names: [] } : read;
  const put = (next: ColumnChoice) => props.onColumns(writeColumns(next, entity));
  const named = choice.kind === 'all' ? [] : choice.names;
  const lost = named.filter((name) => !entity.column.has(name));
  const isGiven = (name: string) =>
    choice.kind === 'all' || named.includes(name) === (choice.kind === 'only');

  function choose(kind: ColumnChoice['kind']): void {
    setLeavingOut(kind === 'but');
    if (kind === 'all') put({ kind });
    // Changes the notation only; the granted columns stay the same.
    else {
      const names = [...entity.column.keys()].filter((name) => isGiven(name) === (kind === 'only'));
      put({ kind, names });
    }
  }

  function toggle(name: string, given: boolean): void {
    if (choice.kind === 'all') return;
    const isNamed = given === (choice.kind === 'only');
    const others = named.filter((one) => one !== name);
    put({ kind: choice.kind, names: isNamed ? [...others, name] : others });
  }

  return (
    <div className={styles.limit}>
      <h4>{late.access.whichFields}</h4>
      <Select
        label={late.access.whichFields}
        value={choice.kind}
        options={kinds.map((value) => ({ value, label: late.access.fieldChoices[value] }))}
        onValue={choose}
      />
      {choice.kind !== 'all' && (
        <ul className={styles.columns}>
          {[...entity.columns.map(({ name, label }) => ({ name, label })), ...lost.map(asColumn)].map(
            ({ name, label }) => (
              <li key={name}>
                <label title={name}>
                  <input
                    type="checkbox"
                    checked={isGiven(name)}
                    onChange={(event) => toggle(name, event.target.checked)}
                  />
                  <span>{label}</span>
                </label>
              </li>
            ),
          )}
        </ul>
      )}
    </div>
  );
}

function asColumn(name: string) {
  return { name, label: name };
}
