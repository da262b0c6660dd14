// A cell with a conflicting change: the other person's value, mine, and the choice between them.
import type { Cell } from '../api/exact.ts';
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
  const shown: readonly (readonly [string, Cell])[] = [
    [late.edit.expected, cell.expected],
    ...(isRemoval ? [] : [[late.edit.yours, cell.yours ?? null] as const]),
    [late.edit.now, cell.now],
  ];
  return (
    <fieldset aria-label={`${label}: ${late.edit.conflict}`} className={styles.conflict}>
      <p>{late.edit.conflict}</p>
      <dl>
        {shown.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <ValueText value={value} type={column?.type} />
            </dd>
          </div>
        ))}
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

/** All conflicts and refusals of a row. */
export function RowIssues(props: Choice & { readonly entity: Entity | undefined; readonly row: PendingRow }) {
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
