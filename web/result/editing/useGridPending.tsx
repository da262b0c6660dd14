// Merges the tray into the rows of a result: new rows below the stored ones, pending values in the cells.
import { type ReactNode, useCallback, useMemo } from 'react';
import type { Cell } from '../../api/exact.ts';
import { defaultOf } from '../../edit/defaults.ts';
import { referencedNewRowName } from '../../edit/newRows.ts';
import { pending, rememberedName } from '../../edit/pending.ts';
import { referredTo } from '../../edit/references.ts';
import {
  type CellTarget,
  type RecordSource,
  seenRowOf,
  type Targets,
  targetsOf,
} from '../../edit/targets.ts';
import { type PendingRow, rowId, type SeenRow, type Tray } from '../../edit/tray.ts';
import { useDenials, useEditing } from '../../edit/useEditing.ts';
import { late } from '../../messages/late.ts';
import type { Column, Entity } from '../../model/model.ts';
import type { ResultColumn } from '../../query/columns.ts';
import type { toRows } from '../../query/rows.ts';
import { ownValue } from '../../state/ownValue.ts';
import { useStore } from '../../ui/useStore.ts';
import { plainText } from '../../values/text.ts';
import { useWorkbench } from '../../workbench/context.ts';
import type { CellMark } from '../grid/GridRow.tsx';
import type { CellOf, Row, Rows } from '../useRows.ts';

/** Renders a cell, with its pending value if there is one. */
export type DrawCell = (column: ResultColumn, row: Row, index: number, pending?: PendingValue) => ReactNode;
export interface PendingValue {
  readonly value: Cell;
  /** The name of the referenced record. */
  readonly label: string | undefined;
}

/** The record of a cell: an existing one, or the id of a new one. */
export interface CellRecord {
  readonly target: CellTarget;
  readonly row: SeenRow | string;
  readonly seen: Cell;
  /** The value in the grid; undefined for an untouched cell of a new row. */
  readonly value: Cell | undefined;
}

export interface GridInput {
  readonly columns: readonly ResultColumn[];
  readonly rows: Rows;
  readonly asked: ReturnType<typeof toRows>;
  readonly cellOf: CellOf;
  readonly draw: DrawCell;
}

/** New rows and pending values. */
export type PendingCells = Pick<GridPending, 'firstNew' | 'newRows' | 'valueAt'>;

export interface GridPending {
  readonly isOn: boolean;
  readonly tray: Tray;
  readonly targets: Targets;
  /** The query's root entity, if it has only one; the grid's rows are its records. */
  readonly rootEntity: Entity | undefined;
  /** The root's new rows, below all others. */
  readonly fresh: readonly { readonly id: string; readonly row: PendingRow }[];
  readonly newRows: readonly Row[];
  readonly firstNew: number;
  /** Including new rows. */
  readonly rowCount: number;
  readonly rowAt: (index: number) => Row | undefined;
  /** The id of the record that a row shows. */
  readonly idOf: (row: Row, source: RecordSource) => string | undefined;
  /** The record of a cell, or the reason why it cannot be changed. */
  readonly recordAt: (index: number, column: ResultColumn | undefined, row?: Row) => CellRecord | string;
  /** The pending value of a cell. */
  readonly valueAt: (column: ResultColumn, row: Row, index: number) => PendingValue | undefined;
  readonly cell: (column: ResultColumn, row: Row, index: number) => ReactNode;
  readonly mark: (column: ResultColumn, row: Row, index: number) => CellMark | undefined;
  /** Read-only columns. */
  readonly fixed: ReadonlySet<string>;
}

export function useGridPending({ columns, rows, asked, cellOf, draw }: GridInput): GridPending {
  const { doc, model } = useWorkbench();
  const isOn = useEditing();
  const tray = useStore(pending);
  const targets = useMemo(() => targetsOf(doc, columns, asked.extras), [doc, columns, asked]);
  const denials = useDenials(targets, isOn);
  const [root, another] = doc.grouped ? [] : doc.entities;
  const rootEntity = root && !another ? model.entities.get(root.id) : undefined;

  const fresh = useMemo(
    () =>
      rootEntity
        ? [...tray].flatMap(([id, row]) =>
            row.op === 'insert' && row.entity === rootEntity.name ? [{ id, row }] : [],
          )
        : [],
    [tray, rootEntity],
  );
  const firstNew = rows.rowCount;
  const rowCount = firstNew + fresh.length;

  const newRows = useMemo(
    () =>
      fresh.map(({ row }): Row => {
        const byName = new Map(
          columns.flatMap((column): [string, Cell][] => {
            const target = targets.get(column.id);
            if (typeof target !== 'object' || !target.source.isRoot) return [];
            return [[column.id, ownValue(row.set, target.column.name) ?? null]];
          }),
        );
        return rows.cols.map((name) => byName.get(name) ?? null);
      }),
    [fresh, columns, targets, rows.cols],
  );

  const rowAt = (index: number): Row | undefined =>
    index < firstNew ? rows.row(index) : newRows[index - firstNew];

  /** Cached per row, since every cell looks for its pending row. */
  const idOf = useMemo(() => {
    const known = new WeakMap<Row, Map<RecordSource, string | undefined>>();
    return (row: Row, source: RecordSource): string | undefined => {
      const ids = known.get(row) ?? new Map<RecordSource, string | undefined>();
      known.set(row, ids);
      if (!ids.has(source)) {
        const seen = seenRowOf({ ...source, shown: new Map() }, (name) => cellOf(row, name));
        ids.set(source, seen && rowId(seen));
      }
      return ids.get(source);
    };
  }, [cellOf]);

  const pendingAt = useCallback(
    (column: ResultColumn, row: Row, index: number): { row: PendingRow; column: Column } | undefined => {
      const target = targets.get(column.id);
      if (typeof target !== 'object') return undefined;
      const isNew = index >= firstNew;
      if (isNew && !target.source.isRoot) return undefined;
      const id = isNew ? fresh[index - firstNew]?.id : idOf(row, target.source);
      const found = id === undefined ? undefined : tray.get(id);
      return found && { row: found, column: target.column };
    },
    [targets, tray, fresh, firstNew, idOf],
  );

  const labelOf = useCallback(
    (column: Column, value: Cell): string | undefined => {
      if (!column.pointsTo || value === null) return undefined;
      const ref = referredTo(value);
      if (ref !== undefined) return referencedNewRowName(model, tray, ref);
      return rememberedName(column.pointsTo.entity, value);
    },
    [model, tray],
  );

  const valueAt = useCallback(
    (column: ResultColumn, row: Row, index: number): PendingValue | undefined => {
      const found = pendingAt(column, row, index);
      const value =
        !found || found.row.op === 'delete' ? undefined : ownValue(found.row.set, found.column.name);
      return found && value !== undefined ? { value, label: labelOf(found.column, value) } : undefined;
    },
    [pendingAt, labelOf],
  );

  const cell = useCallback(
    (column: ResultColumn, row: Row, index: number): ReactNode => {
      const entered = valueAt(column, row, index);
      if (entered || index < firstNew) return draw(column, row, index, entered);
      const found = pendingAt(column, row, index);
      const byDefault = found ? defaultOf(found.column) : null;
      return byDefault === null ? null : <i>{late.edit.isDefault(byDefault)}</i>;
    },
    [draw, valueAt, pendingAt, firstNew],
  );

  const mark = useCallback(
    (column: ResultColumn, row: Row, index: number): CellMark | undefined => {
      const found = pendingAt(column, row, index);
      return found && markOf(found.row, found.column);
    },
    [pendingAt],
  );

  const fixed = useMemo(
    () =>
      new Set(
        columns.flatMap(({ id }) => (typeof targets.get(id) === 'string' || denials.has(id) ? [id] : [])),
      ),
    [columns, targets, denials],
  );

  function recordAt(
    index: number,
    column: ResultColumn | undefined,
    row = rowAt(index),
  ): CellRecord | string {
    const target = column && targets.get(column.id);
    if (!column || !target || !row) return late.edit.notLoaded;
    if (typeof target === 'string') return late.edit.whyNot[target];
    const denial = denials.get(column.id);
    const isNew = index >= firstNew;
    if (denial !== undefined && !isNew) return denial;
    const { name } = target.column;
    if (isNew) {
      const added = fresh[index - firstNew];
      if (!added || !target.source.isRoot) return late.edit.whyNot.elsewhere;
      return { target, row: added.id, seen: null, value: ownValue(added.row.set, name) };
    }
    const seenRow = seenRowOf(target.source, (alias) => cellOf(row, alias));
    if (!seenRow) return late.edit.whyNot.absent;
    const found = tray.get(rowId(seenRow));
    if (found?.op === 'delete') return late.edit.whyNot.deleted;
    const seen =
      found?.op === 'update' && Object.hasOwn(found.seen, name)
        ? found.seen[name]
        : ownValue(seenRow.seen, name);
    const now = found?.op === 'update' ? ownValue(found.set, name) : undefined;
    return { target, row: seenRow, seen: seen ?? null, value: now ?? (now === null ? null : (seen ?? null)) };
  }

  return {
    isOn,
    tray,
    targets,
    rootEntity,
    fresh,
    newRows,
    firstNew,
    rowCount,
    rowAt,
    idOf,
    recordAt,
    valueAt,
    cell,
    mark,
    fixed,
  };
}

function markOf(row: PendingRow, { name }: Column): CellMark | undefined {
  const conflict = row.conflicts.find((one) => one.column === name);
  if (row.gone) return { kind: 'refused', title: late.edit.wasGone };
  if (conflict) return { kind: 'refused', title: late.edit.conflict };
  const refusal = ownValue(row.refusals, name);
  if (refusal !== undefined) return { kind: 'refused', title: refusal };
  if (row.op === 'delete') return { kind: 'deleted', title: late.edit.markedDeleted };
  if (!Object.hasOwn(row.set, name)) return undefined;
  if (row.op === 'insert') return { kind: 'edited', title: late.edit.notApplied };
  const seen = ownValue(row.seen, name) ?? null;
  return { kind: 'edited', title: late.edit.notAppliedWas(seen === null ? null : plainText(seen)) };
}
