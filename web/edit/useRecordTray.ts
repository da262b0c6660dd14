// The pending edits of one record: the entries of its fields, and its part of the tray, which outlives the form.
import { useEffect, useState } from 'react';
import type { Cell } from '../api/exact.ts';
import type { Column, Entity, Model } from '../model/model.ts';
import { ownValue } from '../state/ownValue.ts';
import { useStore } from '../ui/useStore.ts';
import type { RecordCells } from '../values/records.ts';
import { type Entry, type Reading, readEntry } from './entry.ts';
import { forgetInvalidEntries, invalidEntriesOf, keepInvalidEntry } from './invalidEntries.ts';
import { keepMine, takeTheirs } from './issues.ts';
import { changePending, pending, rowInForm } from './pending.ts';
import { newId } from './references.ts';
import {
  addRow,
  discardRow,
  dropCell,
  type PendingRow,
  putCell,
  putNewCell,
  rowId,
  type SeenRow,
  type Tray,
} from './tray.ts';
import { partOf, withPart } from './trayParts.ts';

export interface FieldState {
  readonly column: Column;
  /** The last seen value; undefined for a new record. */
  readonly seen: Cell | undefined;
  readonly entry: Entry | undefined;
  readonly complaint: string | undefined;
  readonly conflict: PendingRow['conflicts'][number] | undefined;
}

export interface RecordTray {
  readonly tray: Tray;
  readonly setTray: (tray: Tray) => void;
  readonly row: PendingRow | undefined;
  readonly fields: readonly FieldState[];
  /** The number of fields with an invalid entry. */
  readonly complaints: number;
  readonly enter: (column: Column, entry: Entry | undefined) => void;
  readonly mine: (column: string) => void;
  readonly theirs: (column: string) => void;
  /** Removes all edits of the record. */
  readonly discard: () => void;
}

/** Entries made before, in another form or in the grid. */
function earlierEntries(id: string, row: PendingRow | undefined): ReadonlyMap<string, Entry> {
  const set = row === undefined || row.op === 'delete' ? {} : row.set;
  const read = Object.entries(set).map(([name, value]): [string, Entry] => [name, { kind: 'value', value }]);
  return new Map([...read, ...invalidEntriesOf(id)]);
}

export function useRecordTray(model: Model, entity: Entity, record: SeenRow | undefined): RecordTray {
  const id = record ? rowId(record) : newId(`of ${entity.name}`);
  const all = useStore(pending);
  const row = all.get(id);
  const [seen, setSeen] = useState<RecordCells>(() => ({
    ...record?.seen,
    ...(row?.op === 'update' ? row.seen : {}),
  }));
  const [entries, setEntries] = useState(() => earlierEntries(id, row));
  const tray = partOf(all, [id]);
  const setTray = (next: Tray) => changePending((before) => withPart(before, partOf(before, [id]), next));
  const engine = model.engine.name;

  // While the form is open, it shows its record's edits instead of the tray.
  useEffect(() => {
    rowInForm.set(id);
    return () => rowInForm.set(undefined);
  }, [id]);
  const isNew = record === undefined;
  useEffect(() => {
    if (isNew) changePending((before) => (before.has(id) ? before : addRow(before, id, entity.name)));
    // A form that was opened but not edited leaves nothing behind.
    return () =>
      changePending((before) => {
        const left = before.get(id);
        return left?.op === 'insert' && Object.keys(left.set).length === 0 ? discardRow(before, id) : before;
      });
  }, [isNew, id, entity.name]);

  const read = (column: Column, entry: Entry): Reading =>
    readEntry(column, ownValue(seen, column.name) ?? null, entry, engine);

  function enter(column: Column, entry: Entry | undefined): void {
    const next = new Map(entries);
    if (entry) next.set(column.name, entry);
    else next.delete(column.name);
    setEntries(next);
    const reading = entry && read(column, entry);
    // An invalid entry is not an edit yet.
    keepInvalidEntry(id, column.name, reading && 'complaint' in reading ? entry : undefined);
    changePending((all) => {
      const before = all.get(id)?.op === 'delete' ? discardRow(all, id) : all;
      if (!reading || 'complaint' in reading) return dropCell(before, id, column.name);
      if (record) return putCell(before, { ...record, seen }, column.name, reading.value);
      return putNewCell(before, id, column.name, reading.value);
    });
  }

  /** Takes the other person's value as the last seen one. */
  function see(column: string): void {
    const now = row?.conflicts.find((cell) => cell.column === column)?.now;
    if (now !== undefined) setSeen({ ...seen, [column]: now });
  }

  function mine(column: string): void {
    see(column);
    changePending((before) => keepMine(before, id, column));
  }

  function theirs(column: string): void {
    see(column);
    setEntries(new Map([...entries].filter(([name]) => name !== column)));
    keepInvalidEntry(id, column, undefined);
    changePending((before) => takeTheirs(before, id, column));
  }

  const fields = entity.columns.map((column): FieldState => {
    const entry = entries.get(column.name);
    const reading = entry && read(column, entry);
    const wrong = reading && 'complaint' in reading ? reading.complaint : undefined;
    return {
      column,
      seen: record ? (ownValue(seen, column.name) ?? null) : undefined,
      entry,
      complaint: wrong ?? ownValue(row?.refusals, column.name),
      conflict: row?.conflicts.find((cell) => cell.column === column.name),
    };
  });
  const complaints = fields.filter(({ complaint }) => complaint !== undefined).length;
  const discard = () => {
    forgetInvalidEntries(id);
    changePending((before) => discardRow(before, id));
  };
  return { tray, setTray, row, fields, complaints, enter, mine, theirs, discard };
}
