// A cell that somebody else has changed meanwhile: what they wrote, what I wrote, and the choice.
import { late } from '../messages/late.ts';
import type { Entity } from '../model/model.ts';
import { Button } from '../ui/Button.tsx';
import styles from './Edit.module.css';
import type { PendingRow } from './tray.ts';
import { ValueText } from './ValueText.tsx';

interface Choice {
  readonly onMine: (column: string) => void;
  readonly onTheirs: (column: string) => void;
}

export function ConflictCell(
  props: Choice & {
    readonly entity: Entity | undefined;
    readonly cell: PendingRow['conflicts'][number];
    readonly op: PendingRow['op'];
  },
) {
  const { cell, op, entity } = props;
  const column = entity?.column.get(cell.column);
  const label = column?.label ?? cell.column;
  const isRemoval = op === 'delete';
  return (
    <fieldset aria-label={`${label}: ${late.edit.conflict}`} className={styles.conflict}>
      <p>{late.edit.conflict}</p>
      <dl>
        <dt>{late.edit.now}</dt>
        <dd>
          <ValueText value={cell.now} type={column?.type} />
        </dd>
        <dt>{isRemoval ? late.edit.expected : late.edit.yours}</dt>
        <dd>
          <ValueText value={isRemoval ? cell.expected : (cell.yours ?? null)} type={column?.type} />
        </dd>
      </dl>
      <div className={styles.choices}>
        <Button small onClick={() => props.onMine(cell.column)}>
          {isRemoval ? late.edit.removeAnyway : late.edit.keepMine}
        </Button>
        <Button small onClick={() => props.onTheirs(cell.column)}>
          {isRemoval ? late.edit.keepRecord : late.edit.takeTheirs}
        </Button>
      </div>
    </fieldset>
  );
}

/** Everything that is in the way of a row. */
export function RowTroubles(
  props: Choice & { readonly entity: Entity | undefined; readonly row: PendingRow },
) {
  const { row, entity } = props;
  const refusals = Object.entries(row.refusals);
  return (
    <>
      {row.gone && <p className={styles.refusal}>{late.edit.wasGone}</p>}
      {refusals.map(([column, detail]) => (
        <p key={column} className={styles.refusal}>
          {column !== '' && <strong>{entity?.column.get(column)?.label ?? column}: </strong>}
          {detail}
        </p>
      ))}
      {row.conflicts.map((cell) => (
        <div key={cell.column}>
          <strong>{entity?.column.get(cell.column)?.label ?? cell.column}</strong>
          <ConflictCell {...props} cell={cell} op={row.op} />
        </div>
      ))}
    </>
  );
}
