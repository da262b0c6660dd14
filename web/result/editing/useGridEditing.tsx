// Editing in the grid: the open editor, the keys that open it, and the editing items of the cell menu.
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import type { Cell } from '../../api/exact.ts';
import { editorOf, textOf } from '../../edit/entry.ts';
import { editPending } from '../../edit/steps.ts';
import { putCells } from '../../edit/tray.ts';
import { useIsAllowed } from '../../edit/useEditing.ts';
import { late } from '../../messages/late.ts';
import type { ResultColumn } from '../../query/columns.ts';
import { lazyRoom } from '../../ui/lazyRoom.tsx';
import { showToast } from '../../ui/toast.ts';
import { useWorkbench } from '../../workbench/context.ts';
import type { EditorStep, GridEditing } from '../grid/gridProps.ts';
import type { Block, CellPlace } from '../grid/selection.ts';
import type { Row } from '../useRows.ts';
import { type CellDraft, CellEditor } from './CellEditor.tsx';
import { EditItems } from './EditItems.tsx';
import { type FocusRequest, rootSource, useGridCommands } from './useGridCommands.ts';
import {
  type CellRecord,
  type GridInput,
  type GridPending,
  type PendingCells,
  useGridPending,
} from './useGridPending.tsx';

const CellDialog = lazyRoom(() => import('./CellDialog.tsx'));

/** Keys that are shortcuts while no text can be typed. */
const SHORTCUTS = 'f/?';

interface Opened {
  readonly place: CellPlace;
  readonly record: CellRecord;
  readonly typed: string | undefined;
  readonly draft: CellDraft;
  readonly isInDialog: boolean;
}

export interface GridEditingState {
  readonly grid: GridEditing | undefined;
  /** Including new rows. */
  readonly rowCount: number;
  readonly row: (index: number) => Row | undefined;
  readonly cell: (column: ResultColumn, row: Row, index: number) => ReactNode;
  /** New rows and pending values. */
  readonly pending: PendingCells;
  readonly menu: (block: Block) => ReactNode;
  /** Undefined if rows cannot be added. */
  readonly addRow: (() => void) | undefined;
  readonly dialog: ReactNode;
}

export function useGridEditing(input: GridInput): GridEditingState {
  const { columns, draw } = input;
  const { model, code } = useWorkbench();
  const [opened, setOpened] = useState<Opened>();
  const [focusRequest, setFocusRequest] = useState<FocusRequest>();
  const view = useGridPending(input);
  const { isOn, rowCount, rowAt, recordAt, targets, rootEntity } = view;
  const mayAdd = useIsAllowed(rootEntity, 'insert');
  const acts = useGridCommands(input, view, mayAdd, setFocusRequest);
  const isPending = view.tray.size > 0;
  const wantedPlace = useRequestedPlace(focusRequest, view);

  /** Says why a cell cannot be edited; shortcut keys keep their usual meaning. */
  function refuse(why: string, typed: string | undefined): boolean {
    if (typed !== undefined && SHORTCUTS.includes(typed)) return false;
    showToast(why);
    return true;
  }

  function begin(place: CellPlace, typed?: string): boolean {
    // The code of the dialog is being loaded.
    if (opened?.isInDialog && typed !== undefined) return take(opened, typed);
    const record = recordAt(place.row, columns[place.column]);
    if (typeof record === 'string') return refuse(record, typed);
    const { column } = record.target;
    // Changing a record's key is rarely intended, so typing does not start it; F2 does.
    if (typed !== undefined && column.inKey && typeof record.row !== 'string')
      return refuse(late.edit.keyByF2, typed);
    const kind = editorOf(column, record.seen);
    if (typed === ' ') {
      if (kind === 'boolean') put(record, record.value !== true);
      return kind === 'boolean';
    }
    const text = textOf(column, record.value ?? null, model.engine.name);
    const isLong = kind === 'json' || kind === 'file' || (kind === 'text' && /[\r\n]|^.{81}/s.test(text));
    const needsRoom = isLong && !column.pointsTo;
    const draft = { text: needsRoom ? typed : undefined, drawn: 0 };
    setOpened({ place, record, typed, draft, isInDialog: needsRoom });
    return true;
  }

  function put({ row, target }: CellRecord, value: Cell): void {
    editPending((before) => putCells(before, [{ row, column: target.column.name, value }]), code);
  }

  function close(): void {
    setOpened(undefined);
  }

  function take({ record, typed, draft }: Opened, letter: string): boolean {
    if (draft.drawn > 0) return false;
    draft.text ??= typed ?? textOf(record.target.column, record.value ?? null, model.engine.name);
    draft.text += letter;
    return true;
  }

  if (!isOn) {
    return {
      grid: undefined,
      rowCount,
      row: rowAt,
      cell: draw,
      pending: view,
      menu: () => null,
      addRow: undefined,
      dialog: null,
    };
  }
  const column = opened && columns[opened.place.column];
  const editor = opened &&
    column &&
    !opened.isInDialog && {
      place: { ...opened.place, row: rowOfNew(opened.record.row, view) ?? opened.place.row },
      take: (letter: string) => take(opened, letter),
      draw: (leave: (step: EditorStep) => void) => (
        <CellEditor
          key={`${opened.place.row} ${column.id}`}
          model={model}
          column={opened.record.target.column}
          label={column.label}
          seen={opened.record.seen}
          value={opened.record.value}
          typed={opened.typed}
          draft={opened.draft}
          onValue={(value) => put(opened.record, value)}
          onClose={(step) => {
            close();
            if (step !== undefined) leave(step);
          }}
          onDialog={(text) => setOpened({ ...opened, draft: { text, drawn: 0 }, isInDialog: true })}
        />
      ),
    };
  return {
    grid: {
      begin,
      editor: editor || undefined,
      clear: (block) => void acts.clear(block),
      paste: (block, text) => void acts.paste(block, text),
      fill: (block) => void acts.fill(block),
      mark: isPending ? view.mark : undefined,
      fixed: view.fixed,
      firstNew: view.firstNew,
      focusRequest: wantedPlace,
    },
    rowCount,
    row: rowAt,
    cell: isPending ? view.cell : draw,
    pending: view,
    addRow: mayAdd && rootEntity ? acts.addRow : undefined,
    menu: (block) => (
      <EditItems
        rows={block.bottom - block.top + 1}
        canEdit={typeof recordAt(block.top, columns[block.left]) !== 'string'}
        canDelete={rootSource(targets) !== undefined}
        isPending={isPending}
        onEdit={() => begin({ row: block.top, column: block.left })}
        onClear={() => void acts.clear(block)}
        onDelete={() => void acts.removeRows(block)}
        onTakeBack={() => void acts.takeBack(block)}
      />
    ),
    dialog: opened?.isInDialog && column && (
      <Suspense fallback={null}>
        <CellDialog
          model={model}
          entity={opened.record.target.source.entity}
          column={opened.record.target.column}
          label={column.label}
          seen={opened.record.seen}
          value={opened.record.value}
          draft={opened.draft}
          onValue={(value) => put(opened.record, value)}
          onClose={() => {
            close();
            setFocusRequest({ ...opened.place });
          }}
        />
      </Suspense>
    ),
  };
}

/** The index of a new row, by its id; undefined for a stored or removed row. */
function rowOfNew(row: CellRecord['row'], { fresh, firstNew }: GridPending): number | undefined {
  const place = typeof row === 'string' ? fresh.findIndex(({ id }) => id === row) : -1;
  return place < 0 ? undefined : firstNew + place;
}

/** The cell to go to; it changes when more rows turn out to be above it. */
function useRequestedPlace(request: FocusRequest | undefined, view: GridPending): CellPlace | undefined {
  const row = request && ('newRow' in request ? rowOfNew(request.newRow, view) : request.row);
  return useMemo(
    () => (request === undefined || row === undefined ? undefined : { row, column: request.column }),
    [request, row],
  );
}
