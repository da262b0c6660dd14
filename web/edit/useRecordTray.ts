// The pending edits of one record: what was entered into each field, and the tray that it makes.
import { useState } from 'react';
import type { Cell } from '../api/exact.ts';
import type { Column, Entity, Model } from '../model/model.ts';
import type { RecordCells } from '../values/records.ts';
import { type Entry, type Reading, readEntry } from './entry.ts';
import {
  addRow,
  discardRow,
  dropCell,
  emptyTray,
  keepMine,
  type PendingRow,
  putCell,
  putNewCell,
  rowId,
  type SeenRow,
  type Tray,
  takeTheirs,
} from './tray.ts';

export interface FieldState {
  readonly column: Column;
  /** As it was last seen; undefined in a record that is not there yet. */
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
  /** Fields whose entry is no value. */
  readonly complaints: number;
  readonly enter: (column: Column, entry: Entry | undefined) => void;
  readonly mine: (column: string) => void;
  readonly theirs: (column: string) => void;
}

const NEW = 'new';

export function useRecordTray(model: Model, entity: Entity, record: SeenRow | undefined): RecordTray {
  const id = record ? rowId(record) : NEW;
  const [seen, setSeen] = useState<RecordCells>(record?.seen ?? {});
  const [entries, setEntries] = useState<ReadonlyMap<string, Entry>>(new Map());
  const [tray, setTray] = useState(record ? emptyTray : addRow(emptyTray, NEW, entity.name));
  const row = tray.get(id);
  const engine = model.engine.name;

  const read = (column: Column, entry: Entry): Reading =>
    readEntry(column, seen[column.name] ?? null, entry, engine);

  function enter(column: Column, entry: Entry | undefined): void {
    const next = new Map(entries);
    if (entry) next.set(column.name, entry);
    else next.delete(column.name);
    setEntries(next);
    const reading = entry && read(column, entry);
    // What is no value yet is no edit yet.
    if (!reading || 'complaint' in reading) setTray(dropCell(tray, id, column.name));
    else if (record) setTray(putCell(tray, { ...record, seen }, column.name, reading.value));
    else setTray(putNewCell(tray, id, column.name, reading.value));
  }

  /** From now on the value of somebody else is what was last seen. */
  function see(column: string): void {
    const now = row?.conflicts.find((cell) => cell.column === column)?.now;
    if (now !== undefined) setSeen({ ...seen, [column]: now });
  }

  function mine(column: string): void {
    see(column);
    setTray(keepMine(tray, id, column));
  }

  function theirs(column: string): void {
    see(column);
    setEntries(new Map([...entries].filter(([name]) => name !== column)));
    setTray(row?.op === 'delete' ? discardRow(tray, id) : takeTheirs(tray, id, column));
  }

  const fields = entity.columns.map((column): FieldState => {
    const entry = entries.get(column.name);
    const reading = entry && read(column, entry);
    const wrong = reading && 'complaint' in reading ? reading.complaint : undefined;
    return {
      column,
      seen: record ? (seen[column.name] ?? null) : undefined,
      entry,
      complaint: wrong ?? row?.refusals[column.name],
      conflict: row?.conflicts.find((cell) => cell.column === column.name),
    };
  });
  const complaints = fields.filter(({ complaint }) => complaint !== undefined).length;
  return { tray, setTray, row, fields, complaints, enter, mine, theirs };
}
