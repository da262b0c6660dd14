// What is behind a cell: the record it points to, the record of its row, or the rows that its number is computed from.
import { useCallback } from 'react';
import { late } from '../messages/late.ts';
import { encode } from '../query/codec/codec.ts';
import { isMeasured, type ResultColumn } from '../query/columns.ts';
import { rootOf } from '../query/document.ts';
import { groupNarrowing, relatedBehind } from '../query/groups/rowsBehind.ts';
import type { Extras } from '../query/rows.ts';
import { hrefs } from '../state/addresses.ts';
import { navigate } from '../state/route.ts';
import { showToast } from '../ui/toast.ts';
import { keyTexts } from '../values/records.ts';
import { type RecordRef, useWorkbench } from '../workbench/context.ts';
import type { CellPlace } from './grid/selection.ts';
import { showRowsBehind } from './showRowsBehind.ts';
import type { CellOf, Row, Rows } from './useRows.ts';

export type CellLinks = ReturnType<typeof useCellLinks>;

export function useCellLinks(
  columns: readonly ResultColumn[],
  rows: Pick<Rows, 'row'>,
  extras: Extras,
  cellOf: CellOf,
) {
  const { model, doc, code, peek } = useWorkbench();

  const keyOf = useCallback(
    (row: Row, names: readonly string[] | undefined): readonly string[] | undefined =>
      names && keyTexts(names.map((name) => cellOf(row, name))),
    [cellOf],
  );

  /** The record that a foreign key points to. */
  const pointedTo = useCallback(
    (row: Row, column: ResultColumn | undefined): RecordRef | undefined => {
      if (column?.kind !== 'field' || !column.pointsTo) return undefined;
      const key = keyOf(row, extras.records.get(column.alias)?.key);
      return key && { entity: column.pointsTo.entity, key };
    },
    [keyOf, extras],
  );

  function ownRecord(row: Row, column: ResultColumn | undefined): RecordRef | undefined {
    const root = rootOf(doc, column?.path.root) ?? doc.entities[0];
    const key = root && keyOf(row, extras.keys.get(root.alias));
    return root && key && { entity: root.id, key };
  }

  /** The record that a foreign key points to, or else the row's own. */
  function recordAt({ row: index, column: place }: CellPlace): RecordRef | undefined {
    const row = rows.row(index);
    return row && (pointedTo(row, columns[place]) ?? ownRecord(row, columns[place]));
  }

  function open(place: CellPlace): void {
    const row = rows.row(place.row);
    const column = columns[place.column];
    const points = column?.kind === 'field' && column.pointsTo !== undefined;
    const record = points ? recordAt(place) : row && ownRecord(row, column);
    if (!record) showToast(late.workbench.noRecord);
    else navigate(hrefs.record(record.entity, record.key, points ? undefined : { row: place.row, code }));
  }

  function look(place: CellPlace): void {
    const record = recordAt(place);
    if (record) peek(record);
    else showToast(late.workbench.noRecord);
  }

  /**
   * Shows the rows that a group or one of its numbers is computed from, or the related records that a row's measure
   * covers.
   */
  function showRows(row: Row, column: ResultColumn | undefined): void {
    if (isMeasured(column) && !doc.grouped) {
      const names = extras.keys.get(column.path.root);
      const key = names?.map((name) => cellOf(row, name));
      const related = key && relatedBehind(doc, model, column.alias, key);
      if (related) navigate(hrefs.query(encode(related)));
      return;
    }
    const narrowing = groupNarrowing(doc, model, (id) => cellOf(row, id));
    showRowsBehind(doc, model, narrowing, column);
  }

  return { pointedTo, open, look, showRows };
}
