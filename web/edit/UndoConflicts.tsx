// The conflicts of an undo, side by side: the value after the change, the value that the undo would write, and the
// current value.
import { useEffect, useRef } from 'react';
import type { ApiError } from '../api/errors.ts';
import type { Cell } from '../api/exact.ts';
import { late } from '../messages/late.ts';
import type { Model } from '../model/model.ts';
import { hrefs } from '../state/addresses.ts';
import styles from './Edit.module.css';
import { addressOfRow } from './editing.ts';
import { ValueText } from './ValueText.tsx';

export type UndoConflict = ApiError['conflicts'][number];

/** A longer list would not help anyone. */
const MAX_SHOWN = 50;

export function UndoConflicts(props: { readonly model: Model; readonly conflicts: readonly UndoConflict[] }) {
  const { model, conflicts } = props;
  const place = useRef<HTMLElement>(null);
  // Focuses the section, so that the user hears and sees why nothing happened.
  useEffect(() => place.current?.focus(), []);
  return (
    <section ref={place} tabIndex={-1} aria-label={late.edit.conflictsTitle} className={styles.conflict}>
      <p>
        <strong>{late.edit.conflictsTitle}</strong>
      </p>
      <p>{late.edit.conflictsHint}</p>
      {conflicts.slice(0, MAX_SHOWN).map((conflict) => (
        <ConflictingRow key={conflict.change.toString()} model={model} conflict={conflict} />
      ))}
      {conflicts.length > MAX_SHOWN && <p>{late.edit.moreConflicts(conflicts.length - MAX_SHOWN)}</p>}
    </section>
  );
}

function ConflictingRow(props: { readonly model: Model; readonly conflict: UndoConflict }) {
  const { model, conflict } = props;
  const { entity: name, key, gone, cells = [] } = conflict;
  const entity = model.entities.get(name);
  const address = addressOfRow(model, name, key);
  const title = `${entity?.label ?? name} ${(address ?? []).join(', ')}`;
  const hasYours = cells.some(({ yours }) => yours !== undefined);
  return (
    <div className={styles.diff}>
      <p className={styles.diffHead}>
        {address && !gone ? <a href={hrefs.record(name, address)}>{title}</a> : <strong>{title}</strong>}
      </p>
      {gone && <p>{late.edit.rowGone}</p>}
      {cells.length > 0 && (
        <table className={styles.cells}>
          <thead>
            <tr>
              <th scope="col">{late.edit.field}</th>
              <th scope="col">{late.edit.leftBehind}</th>
              <th scope="col">{late.edit.now}</th>
              {hasYours && <th scope="col">{late.edit.wouldBecome}</th>}
            </tr>
          </thead>
          <tbody>
            {cells.map((cell) => {
              const column = entity?.column.get(cell.column);
              const shown: readonly (Cell | undefined)[] = [
                cell.expected,
                cell.now,
                ...(hasYours ? [cell.yours] : []),
              ];
              return (
                <tr key={cell.column}>
                  <th scope="row">{column?.label ?? cell.column}</th>
                  {shown.map((value, i) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the places are always the same
                    <td key={i}>
                      <ValueText value={value ?? null} type={column?.type} />
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </div>
  );
}
