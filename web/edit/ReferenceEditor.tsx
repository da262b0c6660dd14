// A reference to another record, chosen by its name.
import { useNamesOf } from '../answers/recordNames.ts';
import { useRecordChoices } from '../answers/recordSearch.ts';
import type { Cell } from '../api/exact.ts';
import { late } from '../messages/late.ts';
import type { Column, Model, Relation } from '../model/model.ts';
import { ownValue } from '../state/ownValue.ts';
import { Picker, type PickingKey } from '../ui/Picker.tsx';
import { useStore } from '../ui/useStore.ts';
import { plainText } from '../values/text.ts';
import styles from './Edit.module.css';
import { newRowName, referencedNewRowName } from './newRows.ts';
import { type ListSearch, PickerField } from './PickerField.tsx';
import { pending, rememberedName, rememberName } from './pending.ts';
import { referenceTo, referredTo } from './references.ts';
import type { Tray } from './tray.ts';
import { ValueText } from './ValueText.tsx';

export function ReferenceEditor(props: {
  readonly model: Model;
  readonly column: Column;
  readonly relation: Relation;
  readonly value: Cell;
  /** The record's name, if the form knows it. */
  readonly name: string | undefined;
  readonly labelId: string;
  readonly describedBy: string | undefined;
  readonly invalid: boolean;
  readonly placeholder: string | undefined;
  readonly autoFocus: boolean;
  readonly onChoose: (value: Cell) => void;
}) {
  const { model, relation, value } = props;
  const name = useReferencedName(props);
  const target = model.entities.get(relation.entity);
  return (
    <PickerField
      label={late.edit.chooseRecord(target?.label ?? relation.entity)}
      labelId={props.labelId}
      describedBy={props.describedBy}
      invalid={props.invalid}
      autoFocus={props.autoFocus}
      shown={
        props.placeholder !== undefined ? (
          <span className={styles.faint}>{props.placeholder}</span>
        ) : (
          <>
            {name !== undefined && `${name} `}
            {referredTo(value) !== undefined ? null : name === undefined || value === null ? (
              <ValueText value={value} type={props.column.type} />
            ) : (
              <code>{<ValueText value={value} type={props.column.type} />}</code>
            )}
          </>
        )
      }
      list={(search, close) => (
        <Choices
          {...search}
          relation={relation}
          model={model}
          onPick={(next) => {
            props.onChoose(next);
            close();
          }}
        />
      )}
    />
  );
}

/** The name of the referenced record; looked up when the choice was made before a reload. */
function useReferencedName(props: {
  readonly model: Model;
  readonly column: Column;
  readonly relation: Relation;
  readonly value: Cell;
  readonly name: string | undefined;
}): string | undefined {
  const { model, column, relation, value } = props;
  const tray = useStore(pending);
  const id = referredTo(value);
  const known =
    props.name ??
    (id === undefined ? rememberedName(relation.entity, value) : referencedNewRowName(model, tray, id));
  const isUnknown = known === undefined && value !== null && id === undefined;
  const [found] = useNamesOf(model, column, isUnknown ? [plainText(value)] : []);
  return known ?? found;
}

interface Choice {
  readonly id: string;
  readonly name: string;
  readonly value: Cell;
}

/** Rows that the tray will insert, by the name they have so far. */
function newChoices(tray: Tray, model: Model, { entity: name, other }: Relation, search: string): Choice[] {
  const entity = model.entities.get(name);
  const wanted = search.trim().toLowerCase();
  return [...tray].flatMap(([id, row]): Choice[] => {
    if (row.op !== 'insert' || row.entity !== name || !entity) return [];
    const called = newRowName(entity, row.set);
    if (!called.toLowerCase().includes(wanted)) return [];
    return [{ id, name: called, value: referenceTo(id, other[0] ?? '') }];
  });
}

/** Records to choose from by name: the tray's new ones first, then existing ones. */
export function Choices(
  props: ListSearch & {
    readonly model: Model;
    readonly relation: Relation;
    readonly onPick: (value: Cell, name: string, by: PickingKey) => void;
    readonly onTab?: () => void;
  },
) {
  const { model, relation, search } = props;
  const tray = useStore(pending);
  const target = model.entities.get(relation.entity);
  const { hits, isLoading, isBehind } = useRecordChoices(target, relation.other, search);
  const [pointedAt = ''] = relation.other;
  const there = hits.map(
    ({ key, name, cells }): Choice => ({
      id: key.join(', '),
      name,
      value: ownValue(cells, pointedAt) ?? null,
    }),
  );
  const fresh = newChoices(tray, model, relation, search);
  return (
    <Picker
      label={late.edit.chooseRecord(target?.label ?? relation.entity)}
      search={search}
      onSearch={props.onSearch}
      groups={[
        { label: fresh.length > 0 ? late.edit.newRows : undefined, items: fresh },
        { label: undefined, items: there },
      ]}
      keyOf={({ id }) => id}
      render={({ id, name, value }) => (
        <>
          <span>{name}</span> {referredTo(value) === undefined && <code>{id}</code>}
        </>
      )}
      onPick={({ value, name }, by) => {
        rememberName(relation.entity, value, name);
        props.onPick(value, name, by);
      }}
      {...(props.onTab && { onTab: props.onTab })}
      empty={isLoading || isBehind ? late.edit.searching : late.edit.noChoice}
      isBehind={isBehind || isLoading}
    />
  );
}
