// The tray: all pending edits by row and cell, as pure functions.
import type { ConflictCell } from '../../src/contract/change.ts';
import { type Cell, type Exactly, exactJson } from '../api/exact.ts';
import { ownValue } from '../state/ownValue.ts';
import type { RecordCells } from '../values/records.ts';
import { referredTo } from './references.ts';

/** An existing row, with the values that the person saw. */
export interface SeenRow {
  readonly entity: string;
  readonly key: RecordCells;
  readonly seen: RecordCells;
}

interface RowIssues {
  /** Cells that somebody else has changed meanwhile. */
  readonly conflicts: readonly Exactly<ConflictCell>[];
  /** The row no longer exists. */
  readonly gone: boolean;
  /** What the database would refuse, by column; '' stands for the row as a whole. */
  readonly refusals: Readonly<Record<string, string>>;
}

export interface PendingUpdate extends SeenRow, RowIssues {
  readonly op: 'update';
  readonly set: RecordCells;
}
export interface PendingDelete extends SeenRow, RowIssues {
  readonly op: 'delete';
}
export interface PendingInsert extends RowIssues {
  readonly op: 'insert';
  readonly entity: string;
  readonly set: RecordCells;
}
export type PendingRow = PendingUpdate | PendingDelete | PendingInsert;

/** Rows by id, in the order of their first edit. */
export type Tray = ReadonlyMap<string, PendingRow>;

export const emptyTray: Tray = new Map();

export const noIssues: RowIssues = { conflicts: [], gone: false, refusals: {} };

export function sameCell(a: Cell, b: Cell): boolean {
  return exactJson(a) === exactJson(b);
}

export function rowId({ entity, key }: Pick<SeenRow, 'entity' | 'key'>): string {
  return JSON.stringify([
    entity,
    Object.keys(key)
      .toSorted()
      .map((name) => [name, exactJson(ownValue(key, name) ?? null)]),
  ]);
}

function put(tray: Tray, id: string, row: PendingRow): Tray {
  return new Map(tray).set(id, row);
}

/** Removes a row's edits; for a new row, also the references to it. */
export function discardRow(tray: Tray, id: string): Tray {
  const isNew = tray.get(id)?.op === 'insert';
  const kept = new Map([...tray].filter(([other]) => other !== id));
  if (!isNew) return kept;
  let next: Tray = kept;
  for (const [other, row] of kept) {
    if (row.op === 'delete') continue;
    for (const [column, value] of Object.entries(row.set)) {
      if (referredTo(value) === id) next = dropCell(next, other, column);
    }
  }
  return next;
}

function without<T>(values: Readonly<Record<string, T>>, name: string): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(values).filter(([other]) => other !== name));
}

/** Changes a cell. Restoring the original value removes the edit, and a row without edits is removed from the tray. */
export function putCell(tray: Tray, row: SeenRow, column: string, value: Cell): Tray {
  return putCells(tray, [{ row, column, value }]);
}

/** A value for a cell of an existing row, or of a new one by its id. */
export interface CellEdit {
  readonly row: SeenRow | string;
  readonly column: string;
  readonly value: Cell;
}

/** Changes many cells at once, with the same result as one after the other. */
export function putCells(tray: Tray, edits: readonly CellEdit[]): Tray {
  const next = new Map(tray);
  let isChanged = false;
  for (const { row, column, value } of edits) {
    const id = typeof row === 'string' ? row : rowId(row);
    const before = next.get(id);
    const after =
      typeof row === 'string' ? editedNew(before, column, value) : edited(before, row, column, value);
    if (after === before) continue;
    isChanged = true;
    if (after === undefined) next.delete(id);
    else next.set(id, after);
  }
  return isChanged ? next : tray;
}

function edited(
  before: PendingRow | undefined,
  row: SeenRow,
  column: string,
  value: Cell,
): PendingRow | undefined {
  if (before?.op === 'delete') return before;
  const pending: PendingUpdate =
    before?.op === 'update' ? before : { ...row, ...noIssues, op: 'update', set: {} };
  return withoutUnchanged({
    ...pending,
    // Columns that were hidden at the first edit may have been shown since.
    seen: { ...row.seen, ...pending.seen },
    set: { ...pending.set, [column]: value },
    refusals: without(pending.refusals, column),
  });
}

function editedNew(before: PendingRow | undefined, column: string, value: Cell): PendingRow | undefined {
  if (before?.op !== 'insert') return before;
  return {
    ...before,
    set: { ...before.set, [column]: value },
    refusals: without(before.refusals, column),
  };
}

/** Removes edits that restore the original value; undefined if no edit remains. */
function withoutUnchanged(row: PendingUpdate): PendingUpdate | undefined {
  const cells = Object.entries(row.set).filter(
    ([name, value]) => !sameCell(value, ownValue(row.seen, name) ?? null),
  );
  return cells.length === 0 ? undefined : { ...row, set: Object.fromEntries(cells) };
}

/** Puts a row into the tray; for an existing row, only the cells that differ. */
export function putRow(tray: Tray, id: string, row: PendingRow): Tray {
  const left = row.op === 'update' ? withoutUnchanged(row) : row;
  return left === undefined ? discardRow(tray, id) : put(tray, id, left);
}

/** Removes the edit of one cell; in a new row the cell gets its default again. */
export function dropCell(tray: Tray, id: string, column: string): Tray {
  const row = tray.get(id);
  if (row === undefined || row.op === 'delete') return tray;
  const set = without(row.set, column);
  const refusals = without(row.refusals, column);
  if (row.op === 'insert') return put(tray, id, { ...row, set, refusals });
  const conflicts = row.conflicts.filter((cell) => cell.column !== column);
  return putRow(tray, id, { ...row, set, refusals, conflicts });
}

/** Adds a new row; `id` is any text that no other row of the tray has. */
export function addRow(tray: Tray, id: string, entity: string, set: RecordCells = {}): Tray {
  return put(tray, id, { ...noIssues, op: 'insert', entity, set });
}

export function putNewCell(tray: Tray, id: string, column: string, value: Cell): Tray {
  return putCells(tray, [{ row: id, column, value }]);
}

/** Pending edits of a row are dropped when the row is deleted. */
export function deleteRow(tray: Tray, row: SeenRow): Tray {
  const id = rowId(row);
  const before = tray.get(id);
  const seen = before?.op === 'update' ? { ...row.seen, ...before.seen } : row.seen;
  return put(tray, id, { ...row, ...noIssues, seen, op: 'delete' });
}

export interface Tally {
  readonly cells: number;
  readonly rows: number;
  readonly added: number;
  readonly removed: number;
}

export function tallyOf(tray: Tray): Tally {
  const rows = [...tray.values()];
  return {
    rows: rows.length,
    cells: rows.reduce((sum, row) => sum + (row.op === 'update' ? Object.keys(row.set).length : 0), 0),
    added: rows.filter(({ op }) => op === 'insert').length,
    removed: rows.filter(({ op }) => op === 'delete').length,
  };
}

/** The new rows that a row refers to. */
export function referencesOf(row: PendingRow): readonly string[] {
  return row.op === 'delete' ? [] : Object.values(row.set).flatMap((value) => referredTo(value) ?? []);
}

/** Whether something would be lost. */
export function hasEdits(tray: Tray): boolean {
  return [...tray.values()].some((row) => row.op !== 'insert' || Object.keys(row.set).length > 0);
}
