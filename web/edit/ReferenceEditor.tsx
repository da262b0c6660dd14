// A reference to another record, chosen by its name.
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { type RecordHit, useRecordChoices } from '../answers/recordSearch.ts';
import type { Cell } from '../api/exact.ts';
import { late } from '../messages/late.ts';
import type { Column, Model, Relation } from '../model/model.ts';
import { Picker } from '../ui/Picker.tsx';
import { Popover } from '../ui/Popover.tsx';
import styles from './Edit.module.css';
import { ValueText } from './ValueText.tsx';

export function ReferenceEditor(props: {
  readonly model: Model;
  readonly column: Column;
  readonly relation: Relation;
  readonly value: Cell;
  /** What the record is called, where that is known. */
  readonly name: string | undefined;
  readonly labelId: string;
  readonly describedBy: string | undefined;
  readonly invalid: boolean;
  readonly placeholder: string | undefined;
  readonly autoFocus: boolean;
  readonly onChoose: (value: Cell, name: string) => void;
}) {
  const { model, relation, value, name } = props;
  const [open, setOpen] = useState(false);
  const [search, setSearch] = useState('');
  const target = model.entities.get(relation.entity);
  const [pointedAt = ''] = relation.other;
  const label = late.edit.chooseRecord(target?.label ?? relation.entity);
  return (
    <Popover
      label={label}
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        if (next) setSearch('');
      }}
      wide
      trigger={
        <button
          type="button"
          className={styles.reference}
          aria-labelledby={`${props.labelId} ${props.labelId}-value`}
          aria-describedby={props.describedBy}
          aria-invalid={props.invalid}
          // biome-ignore lint/a11y/noAutofocus: the form was just asked for
          autoFocus={props.autoFocus}
        >
          <span id={`${props.labelId}-value`}>
            {props.placeholder !== undefined ? (
              <span className={styles.faint}>{props.placeholder}</span>
            ) : (
              <>
                {name !== undefined && `${name} `}
                {name === undefined || value === null ? (
                  <ValueText value={value} type={props.column.type} />
                ) : (
                  <code>{<ValueText value={value} type={props.column.type} />}</code>
                )}
              </>
            )}
          </span>
          <ChevronDown aria-hidden />
        </button>
      }
    >
      <Choices
        label={label}
        relation={relation}
        model={model}
        search={search}
        onSearch={setSearch}
        onPick={(hit) => {
          props.onChoose(hit.cells[pointedAt] ?? null, hit.name);
          setOpen(false);
        }}
      />
    </Popover>
  );
}

function Choices(props: {
  readonly label: string;
  readonly model: Model;
  readonly relation: Relation;
  readonly search: string;
  readonly onSearch: (text: string) => void;
  readonly onPick: (hit: RecordHit) => void;
}) {
  const { model, relation, search } = props;
  const { hits, isLoading } = useRecordChoices(model.entities.get(relation.entity), relation.other, search);
  return (
    <Picker
      label={props.label}
      search={search}
      onSearch={props.onSearch}
      groups={[{ label: undefined, items: hits }]}
      keyOf={({ key }) => key.join('\n')}
      render={({ name, key }) => (
        <>
          <span>{name}</span> <code>{key.join(', ')}</code>
        </>
      )}
      onPick={props.onPick}
      empty={isLoading ? late.edit.searching : late.edit.noChoice}
    />
  );
}
