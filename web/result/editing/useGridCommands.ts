// Bulk actions of the grid: clearing, pasting, filling, and adding and deleting rows.
import { useQueryClient } from '@tanstack/react-query';
import { copiedCellsFor, MAX_CELLS } from '../../edit/copied.ts';
import { isGiven } from '../../edit/defaults.ts';
import { localeFormat } from '../../edit/localeFormat.ts';
import { fitTable, readTable, withoutHeadings } from '../../edit/paste.ts';
import { freshRowId, pending } from '../../edit/pending.ts';
import { showPendingToast } from '../../edit/pendingToast.ts';
import { backTo, editPending } from '../../edit/steps.ts';
import { type RecordSource, seenRowOf, type Targets } from '../../edit/targets.ts';
import {
  addRow,
  type CellEdit,
  deleteRow,
  discardRow,
  dropCell,
  putCells,
  type Tray,
} from '../../edit/tray.ts';
import { late } from '../../messages/late.ts';
import type { ResultColumn } from '../../query/columns.ts';
import { describeFailure } from '../../ui/failures.ts';
import { showToast } from '../../ui/toast.ts';
import { plainText } from '../../values/text.ts';
import { isTextual } from '../../values/types.ts';
import { useWorkbench } from '../../workbench/context.ts';
import { fetchRows } from '../fetchRows.ts';
import type { Block, CellPlace } from '../grid/selection.ts';
import { referencedName } from '../useCopyCells.ts';
import type { Row } from '../useRows.ts';
import { type PastedCell, pasteCells } from './pasteCells.ts';
import type { GridInput, GridPending } from './useGridPending.tsx';

const UNDO_DURATION_MS = 12_000;

/** How many cells that could not be pasted are listed after the first. */
const MAX_PLACES = 9;

/** A cell to go to. A new row is identified by its id, since its index may be known only after it is added. */
export type FocusRequest = CellPlace | { readonly newRow: string; readonly column: number };

export interface GridCommands {
  readonly clear: (block: Block) => Promise<void>;
  readonly paste: (block: Block, text: string) => Promise<void>;
  readonly fill: (block: Block) => Promise<void>;
  readonly addRow: () => void;
  readonly removeRows: (block: Block) => Promise<void>;
  readonly takeBack: (block: Block) => Promise<void>;
}

export function useGridCommands(
  { columns, rows, asked, cellOf }: GridInput,
  view: GridPending,
  mayAdd: boolean,
  onWanted: (place: FocusRequest) => void,
): GridCommands {
  const client = useQueryClient();
  const { model, code } = useWorkbench();
  const { targets, fresh, newRows, firstNew, rowCount, rootEntity, recordAt, idOf } = view;

  const act = (change: (tray: Tray) => Tray) => editPending(change, code);

  /** The rows of a block; rows that were never in view are fetched. */
  async function rowsIn({ top, bottom }: Block): Promise<readonly (Row | undefined)[]> {
    const stored =
      top < firstNew
        ? await fetchRows(client, asked.query, { top, bottom: Math.min(bottom, firstNew - 1) })
        : undefined;
    return [
      ...(stored?.rows ?? []),
      ...newRows.slice(Math.max(0, top - firstNew), Math.max(0, bottom + 1 - firstNew)),
    ];
  }

  function tooMany(block: Block): boolean {
    const cells = (block.bottom - block.top + 1) * (block.right - block.left + 1);
    if (cells > MAX_CELLS) showTooMany();
    return cells > MAX_CELLS;
  }

  function showTooMany(): void {
    showToast(late.edit.tooManyCells(MAX_CELLS), { tone: 'danger' });
  }

  /** Clears cells to null if the column allows it, or to the empty text if requested. */
  async function clear(block: Block, isEmpty = false): Promise<void> {
    if (tooMany(block)) return;
    const before = pending.get();
    const edits: CellEdit[] = [];
    let nullTexts = 0;
    let why: string | undefined;
    for (const [r, row] of (await rowsIn(block)).entries()) {
      for (const column of columns.slice(block.left, block.right + 1)) {
        const record = recordAt(block.top + r, column, row);
        if (typeof record === 'string') {
          why ??= record;
          continue;
        }
        const { column: stored } = record.target;
        const isText = isTextual(stored.type);
        if (!stored.nullable && !isText) why ??= `${column.label}: ${late.edit.cannotBeNull}`;
        else {
          const value = isText && (isEmpty || !stored.nullable) ? '' : null;
          if (isText && value === null) nullTexts += 1;
          edits.push({ row: record.row, column: stored.name, value });
        }
      }
    }
    if (edits.length === 0) {
      if (why !== undefined) showToast(why);
      return;
    }
    act((now) => putCells(now, edits));
    const after = pending.get();
    const offer = {
      label: late.edit.emptyInstead,
      run: () => {
        backTo(before);
        void clear(block, true);
      },
    };
    if (after === before) {
      if (nullTexts > 0) showPendingToast(late.edit.alreadyNull, before, offer);
      return;
    }
    const nulls = edits.filter(({ value }) => value === null).length;
    const message = late.edit.cleared(nulls, edits.length - nulls);
    showPendingToast(message, before, nullTexts > 0 ? offer : undefined);
  }

  async function paste(block: Block, text: string): Promise<void> {
    const headings = columns.slice(block.left).map(({ label }) => label);
    const pasted: readonly (readonly PastedCell[])[] =
      copiedCellsFor(text) ?? withoutHeadings(readTable(text), headings);
    const room = {
      rows: mayAdd ? Number.POSITIVE_INFINITY : rowCount,
      columns: columns.length,
      cells: MAX_CELLS,
    };
    const { cells, rows: height, columns: width, rowsOver, columnsOver } = fitTable(pasted, block, room);
    if (rowsOver > 0 || columnsOver > 0) {
      showToast(late.edit.noRoom(height, width, rowsOver, columnsOver), {
        tone: 'danger',
        durationMs: UNDO_DURATION_MS,
      });
      return;
    }
    if (cells === undefined) {
      showTooMany();
      return;
    }
    const area = { ...block, bottom: block.top + height - 1, right: block.left + width - 1 };
    // Until the rows are counted, what looks like new rows may be stored ones.
    if (area.bottom >= rowCount && rows.total === undefined) {
      showToast(late.edit.notCounted);
      return;
    }
    const added = Array.from({ length: Math.max(0, area.bottom + 1 - rowCount) }, freshRowId);
    try {
      const there = await rowsIn({ ...area, bottom: Math.min(area.bottom, rowCount - 1) });
      const { edits, left } = await pasteCells({
        model,
        manner: localeFormat(),
        cells,
        placeAt: (r, c) => {
          const column = columns[area.left + c];
          const row = there[r];
          const id = added[area.top + r - rowCount];
          const target = column && targets.get(column.id);
          if (id !== undefined) {
            const isOwn = typeof target === 'object' && target.source.isRoot;
            const place = isOwn ? { row: id, column: target.column, seen: null } : late.edit.whyNot.elsewhere;
            return { place, shown: '' };
          }
          const record = recordAt(area.top + r, column, row);
          if (typeof record === 'string') {
            return { place: record, shown: column && row ? shownText(column, row) : '' };
          }
          const { target: own, value } = record;
          const place = { row: record.row, column: own.column, seen: record.seen };
          const isStored = column && row && area.top + r < firstNew && value === record.seen;
          return { place, shown: isStored ? shownText(column, row) : plainText(value ?? null) };
        },
      });
      const before = pending.get();
      act((now) => {
        const grown = rootEntity ? added.reduce((next, id) => addRow(next, id, rootEntity.name), now) : now;
        return putCells(grown, edits);
      });
      onWanted({ row: area.top, column: area.left });
      const placeOf = ({ row, column }: (typeof left)[number]) =>
        late.edit.leftPlace(area.top + row + 1, columns[area.left + column]?.label ?? '');
      const [first, ...others] = left;
      const why =
        first &&
        late.edit.leftOut(left.length, placeOf(first), first.why, others.slice(0, MAX_PLACES).map(placeOf));
      const what = [late.edit.pasted(edits.length, added.length), why].filter(Boolean).join(' ');
      if (pending.get() !== before) showPendingToast(what, before);
      else showToast(what);
    } catch (error) {
      showToast(describeFailure(error).detail, { tone: 'danger' });
    }
  }

  /** Copies the first row of a block into the others; a single row is filled from the row above it. */
  async function fill(block: Block): Promise<void> {
    const from = block.bottom > block.top ? block.top : block.top - 1;
    if (from < 0 || tooMany(block)) return;
    const before = pending.get();
    const [first, ...others] = await rowsIn({ ...block, top: from });
    const edits: CellEdit[] = [];
    let why: string | undefined;
    for (const column of columns.slice(block.left, block.right + 1)) {
      const source = recordAt(from, column, first);
      for (const [r, row] of others.entries()) {
        const record = recordAt(from + 1 + r, column, row);
        if (typeof record === 'string' || typeof source === 'string') {
          why ??= typeof record === 'string' ? record : late.edit.whyNot.absent;
        } else if (record.target.column.inKey) why ??= late.edit.keyByF2;
        else if (source.value !== undefined) {
          edits.push({ row: record.row, column: record.target.column.name, value: source.value });
        }
      }
    }
    if (edits.length > 0) act((now) => putCells(now, edits));
    if (pending.get() !== before) showPendingToast(late.edit.filled(edits.length), before);
    else if (why !== undefined) showToast(why);
  }

  function shownText(column: ResultColumn, row: Row): string {
    const name =
      column.kind === 'field'
        ? referencedName(row, asked.extras.records.get(column.alias)?.label, cellOf)
        : undefined;
    return name ?? plainText(cellOf(row, column.id));
  }

  function addNew(): void {
    if (!rootEntity) return;
    const id = freshRowId();
    act((before) => addRow(before, id, rootEntity.name));
    const first = columns.findIndex((column) => {
      const target = targets.get(column.id);
      return (
        typeof target === 'object' && target.source.isRoot && !(target.column.inKey && isGiven(target.column))
      );
    });
    onWanted({ newRow: id, column: Math.max(0, first) });
  }

  /** Marks the root's records for deletion; new rows are removed. */
  async function removeRows(block: Block): Promise<void> {
    const source = rootSource(targets);
    if (!source || tooMany({ ...block, left: 0, right: 0 })) return;
    const before = pending.get();
    const there = await rowsIn(block);
    act((now) =>
      there.reduce<Tray>((next, row, r) => {
        const added = fresh[block.top + r - firstNew];
        if (added) return discardRow(next, added.id);
        const seen = row && seenRowOf(source, (name) => cellOf(row, name));
        return seen ? deleteRow(next, seen) : next;
      }, now),
    );
    showPendingToast(late.edit.toBeDeleted(there.length), before);
  }

  /** Discards what is pending in a block, including deletions of its rows. */
  async function takeBack(block: Block): Promise<void> {
    const there = await rowsIn(block);
    act((now) =>
      there.reduce<Tray>(
        (next, row, r) =>
          columns.slice(block.left, block.right + 1).reduce<Tray>((rest, column) => {
            const target = targets.get(column.id);
            const id =
              fresh[block.top + r - firstNew]?.id ??
              (row && typeof target === 'object' ? idOf(row, target.source) : undefined);
            if (id === undefined || typeof target !== 'object') return rest;
            return rest.get(id)?.op === 'delete'
              ? discardRow(rest, id)
              : dropCell(rest, id, target.column.name);
          }, next),
        now,
      ),
    );
  }

  return { clear, paste, fill, addRow: addNew, removeRows, takeBack };
}

export function rootSource(targets: Targets): RecordSource | undefined {
  for (const target of targets.values()) {
    if (typeof target === 'object' && target.source.isRoot) return target.source;
  }
  return undefined;
}
