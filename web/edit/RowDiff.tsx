// One row of a change set: the record's name, and its values before and after.
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useNamesOf } from '../answers/recordNames.ts';
import type { AppliedChange } from '../api/changes.ts';
import type { Cell } from '../api/exact.ts';
import { late } from '../messages/late.ts';
import type { Column, Model } from '../model/model.ts';
import { hrefs } from '../state/addresses.ts';
import { ownValue } from '../state/ownValue.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { type RecordCells, recordName } from '../values/records.ts';
import { plainText } from '../values/text.ts';
import styles from './Edit.module.css';
import { addressOfRow } from './editing.ts';
import { newRowName } from './newRows.ts';
import { referredTo } from './references.ts';
import { sameCell } from './tray.ts';
import { ValueText } from './ValueText.tsx';

/** The display name of the row. */
export function nameOfRow(model: Model, { entity: name, key, after, before }: AppliedChange): string {
  const entity = model.entities.get(name);
  const texts = addressOfRow(model, name, key) ?? [];
  if (entity && !before && texts.length === 0) return newRowName(entity, after ?? {});
  return entity ? recordName(entity, after ?? before ?? undefined, texts) : name;
}

/** The columns to show for the change. */
function shownColumns(before: RecordCells | null, after: RecordCells | null): readonly string[] {
  const names = Object.keys(after ?? before ?? {});
  if (before && after) {
    return names.filter((name) => !sameCell(ownValue(before, name) ?? null, ownValue(after, name) ?? null));
  }
  return names.filter((name) => (after ?? before)?.[name] !== null);
}

export function RowDiff(props: {
  readonly model: Model;
  readonly change: AppliedChange;
  /** The record exists, and its name links to it. */
  readonly linked?: boolean;
  /** The list is short enough to look up the names of all referenced records. */
  readonly isOneOfFew?: boolean;
  readonly onDiscard?: (() => void) | undefined;
  readonly onDiscardCell?: ((column: string) => void) | undefined;
}) {
  const { model, change, onDiscard, onDiscardCell } = props;
  const { op, before, after } = change;
  const entity = model.entities.get(change.entity);
  const name = nameOfRow(model, change);
  const address = addressOfRow(model, change.entity, change.key);
  const isUpdate = before !== null && after !== null;
  const named = isUpdate || props.isOneOfFew === true;
  const columns = shownColumns(before, after);
  return (
    <div className={styles.diff}>
      <p className={styles.diffHead}>
        <span className={styles.op} data-op={op}>
          {late.edit.ops[op]}
        </span>
        {props.linked && op !== 'delete' && address ? (
          <a href={hrefs.record(change.entity, address)}>{name}</a>
        ) : (
          <strong>{name}</strong>
        )}
        <span className={styles.entity}>{entity?.label ?? change.entity}</span>
        {onDiscard && (
          <Button small variant="quiet" aria-label={late.edit.discardOne(name)} onClick={onDiscard}>
            {late.edit.discard}
          </Button>
        )}
      </p>
      <table className={styles.cells}>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{late.edit.field}</th>
            {before && <th scope="col">{late.edit.before}</th>}
            {after && <th scope="col">{late.edit.after}</th>}
            {onDiscardCell && <th scope="col">{late.edit.discard}</th>}
          </tr>
        </thead>
        <tbody>
          {columns.map((name) => {
            const column = entity?.column.get(name);
            return (
              <tr key={name}>
                <th scope="row">{column?.label ?? name}</th>
                {before && (
                  <td className={styles.before}>
                    <DiffValue
                      model={model}
                      value={ownValue(before, name) ?? null}
                      column={column}
                      named={named}
                    />
                  </td>
                )}
                {after && (
                  <td className={styles.after}>
                    <DiffValue
                      model={model}
                      value={ownValue(after, name) ?? null}
                      column={column}
                      named={named}
                    />
                  </td>
                )}
                {onDiscardCell && (
                  <td className={styles.discard}>
                    <IconButton
                      small
                      label={late.edit.reset(column?.label ?? name)}
                      onClick={() => onDiscardCell(name)}
                    >
                      <RotateCcw aria-hidden />
                    </IconButton>
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
      {isUpdate && columns.length === 0 && <p className={styles.entity}>{late.edit.noShownChange}</p>}
    </div>
  );
}

/** A value; a reference is shown with the name of its record, since nobody chooses a customer by number. */
function DiffValue(props: {
  readonly model: Model;
  readonly value: Cell;
  readonly column: Column | undefined;
  /** False for long lists of inserted or deleted rows, to avoid one lookup per referenced record. */
  readonly named: boolean;
}) {
  const { model, value, column } = props;
  const isKnown = props.named && value !== null && referredTo(value) === undefined;
  const [name] = useNamesOf(model, column, isKnown ? [plainText(value)] : []);
  return (
    <>
      <ValueText value={value} type={column?.type} />
      {name !== undefined && <span className={styles.entity}> {name}</span>}
    </>
  );
}

const MAX_FEW_ROWS = 3;

/** Whether the list is short enough to look up the names of all referenced records. */
export function areFew(rows: { readonly length: number }): boolean {
  return rows.length <= MAX_FEW_ROWS;
}

const OWN_ROWS_PER_PAGE = 20;
const ROWS_PER_PAGE = 50;

/** The rows that a person changed, and, folded, the rows that the database changed as a consequence. */
export function RowDiffs(props: {
  readonly model: Model;
  readonly changes: readonly AppliedChange[];
  readonly linked?: boolean;
}) {
  const [most, setMost] = useState(ROWS_PER_PAGE);
  const asked = props.changes.filter(({ cascade }) => cascade === undefined);
  return (
    <>
      {asked.slice(0, most).map((change, i) => (
        <RowDiff
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
          key={i}
          model={props.model}
          change={change}
          linked={props.linked ?? false}
          isOneOfFew={areFew(asked)}
        />
      ))}
      {asked.length > most && (
        <Button small onClick={() => setMost(asked.length)}>
          {late.edit.showMoreRows(asked.length - most)}
        </Button>
      )}
      <OwnRows model={props.model} changes={props.changes} />
    </>
  );
}

/** The rows that the database changed as a consequence, folded. */
export function OwnRows(props: { readonly model: Model; readonly changes: readonly AppliedChange[] }) {
  const own = props.changes.filter(({ cascade }) => cascade === true);
  if (own.length === 0) return null;
  const byEntity = [...Map.groupBy(own, ({ entity }) => entity)];
  return (
    <details className={styles.own}>
      <summary>
        {late.edit.byDatabase(own.length)}:{' '}
        {byEntity
          .map(([name, rows]) => `${props.model.entities.get(name)?.label ?? name} (${rows.length})`)
          .join(', ')}
      </summary>
      {own.slice(0, OWN_ROWS_PER_PAGE).map((change, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
        <RowDiff key={i} model={props.model} change={change} />
      ))}
    </details>
  );
}
