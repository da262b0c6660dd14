// One row of a change set: which record it is, and its values before and after.
import type { AppliedChange } from '../api/changes.ts';
import { late } from '../messages/late.ts';
import type { Model } from '../model/model.ts';
import { hrefs } from '../state/addresses.ts';
import { type RecordCells, recordName } from '../values/records.ts';
import styles from './Edit.module.css';
import { addressOfRow } from './editing.ts';
import { sameCell } from './tray.ts';
import { ValueText } from './ValueText.tsx';

/** What a person calls the row. */
export function nameOfRow(model: Model, { entity: name, key, after, before }: AppliedChange): string {
  const entity = model.entities.get(name);
  const texts = addressOfRow(model, name, key) ?? [];
  return entity ? recordName(entity, after ?? before ?? undefined, texts) : name;
}

/** The columns of which the change has something to tell. */
function toldColumns(before: RecordCells | null, after: RecordCells | null): readonly string[] {
  const names = Object.keys(after ?? before ?? {});
  if (before && after) {
    return names.filter((name) => !sameCell(before[name] ?? null, after[name] ?? null));
  }
  return names.filter((name) => (after ?? before)?.[name] !== null);
}

export function RowDiff(props: {
  readonly model: Model;
  readonly change: AppliedChange;
  /** The record is there, and the name leads to it. */
  readonly linked?: boolean;
}) {
  const { model, change } = props;
  const { op, before, after } = change;
  const entity = model.entities.get(change.entity);
  const name = nameOfRow(model, change);
  const address = addressOfRow(model, change.entity, change.key);
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
      </p>
      <table className={styles.cells}>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{late.edit.field}</th>
            {before && <th scope="col">{late.edit.before}</th>}
            {after && <th scope="col">{late.edit.after}</th>}
          </tr>
        </thead>
        <tbody>
          {toldColumns(before, after).map((name) => {
            const column = entity?.column.get(name);
            return (
              <tr key={name}>
                <th scope="row">{column?.label ?? name}</th>
                {before && (
                  <td className={styles.before}>
                    <ValueText value={before[name] ?? null} type={column?.type} />
                  </td>
                )}
                {after && (
                  <td className={styles.after}>
                    <ValueText value={after[name] ?? null} type={column?.type} />
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

const OWN_AT_ONCE = 20;

/** The rows that a person changed, and folded away those that the database changed as a consequence. */
export function RowDiffs(props: {
  readonly model: Model;
  readonly changes: readonly AppliedChange[];
  readonly linked?: boolean;
}) {
  const asked = props.changes.filter(({ cascade }) => cascade === undefined);
  const own = props.changes.filter(({ cascade }) => cascade === true);
  const byEntity = [...Map.groupBy(own, ({ entity }) => entity)];
  return (
    <>
      {asked.map((change, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
        <RowDiff key={i} model={props.model} change={change} linked={props.linked ?? false} />
      ))}
      {own.length > 0 && (
        <details className={styles.own}>
          <summary>
            {late.edit.byDatabase(own.length)}:{' '}
            {byEntity
              .map(([name, rows]) => `${props.model.entities.get(name)?.label ?? name} (${rows.length})`)
              .join(', ')}
          </summary>
          {own.slice(0, OWN_AT_ONCE).map((change, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
            <RowDiff key={i} model={props.model} change={change} />
          ))}
        </details>
      )}
    </>
  );
}
