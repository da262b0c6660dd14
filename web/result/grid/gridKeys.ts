// The keyboard commands of a grid: moving, selecting, sorting, opening, copying and editing.
import type { KeyboardEvent } from 'react';
import type { ResultColumn } from '../../query/columns.ts';
import type { GridActions, GridEditing } from './gridProps.ts';
import { afterKey, type Block, type Bounds, type CellPlace } from './selection.ts';

export interface KeyboardGrid {
  readonly active: CellPlace;
  readonly block: Block;
  readonly columns: readonly ResultColumn[];
  readonly bounds: Bounds;
  readonly actions: GridActions;
  readonly editing: GridEditing | undefined;
  readonly go: (place: CellPlace, extend: boolean) => void;
  /** Opens the menu of a column. */
  readonly openMenu: (column: string) => void;
  readonly selectAll: () => void;
}

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Each handler returns whether it handled the key, so that the browser's default is prevented. */
export function gridKeys(grid: KeyboardGrid): {
  readonly press: (key: Key) => boolean;
  readonly paste: (text: string) => boolean;
} {
  return {
    press: (key) => handleEditKey(grid, key) || handleNavigationKey(grid, key) || handleActionKey(grid, key),
    paste: (text) => {
      if (!grid.editing || grid.active.row < 0) return false;
      grid.editing.paste(grid.block, text);
      return true;
    },
  };
}

/** Keys that edit cells. */
function handleEditKey({ editing, active, block }: KeyboardGrid, key: Key): boolean {
  if (!editing || active.row < 0 || key.ctrlKey || key.metaKey || key.altKey) return false;
  const isLetter = [...key.key].length === 1;
  if ((isLetter || key.key === 'Enter') && editing.editor?.take(isLetter ? key.key : '') === true)
    return true;
  if (key.key === 'F2') return editing.begin(active);
  if (key.key === 'Delete' || key.key === 'Backspace') {
    editing.clear(block);
    return true;
  }
  return isLetter && editing.begin(active, key.key);
}

function handleNavigationKey({ active, bounds, go }: KeyboardGrid, key: Key): boolean {
  const target = key.altKey ? undefined : afterKey(active, key, bounds);
  if (target) go(target, key.shiftKey);
  return target !== undefined;
}

function handleActionKey(grid: KeyboardGrid, key: Key): boolean {
  const column = grid.columns[grid.active.column];
  const act = column && (grid.active.row < 0 ? headingAction(grid, column, key) : cellAction(grid, key));
  act?.();
  return act !== undefined;
}

function headingAction(grid: KeyboardGrid, column: ResultColumn, key: Key): (() => void) | undefined {
  const { actions, active, bounds } = grid;
  if (key.key === 'Enter' || key.key === ' ') return () => actions.sort?.(column, key.shiftKey);
  if (key.key === 'ContextMenu' || (key.altKey && key.key === 'ArrowDown'))
    return () => grid.openMenu(column.id);
  if (!key.altKey || (key.key !== 'ArrowLeft' && key.key !== 'ArrowRight')) return undefined;
  const to = active.column + (key.key === 'ArrowLeft' ? -1 : 1);
  return () => {
    actions.move?.(column, to);
    grid.go({ row: -1, column: Math.max(0, Math.min(to, bounds.columns - 1)) }, false);
  };
}

function cellAction(grid: KeyboardGrid, key: Key): (() => void) | undefined {
  const { actions, active, block, editing } = grid;
  const far = key.ctrlKey || key.metaKey;
  if (key.key === 'Enter') return () => (far ? actions.open?.(active) : actions.peek?.(active));
  if (!far || key.altKey || key.shiftKey) return undefined;
  const letter = key.key.toLowerCase();
  if (letter === 'a') return grid.selectAll;
  if (letter === 'd' && editing) return () => editing.fill(block);
  // If text is selected, the browser copies it.
  if ((window.getSelection()?.toString() ?? '') !== '') return undefined;
  if (letter === 'c') return () => void actions.copy?.(block);
  if (letter === 'x' && editing) return () => void cut(actions, editing, block);
  return undefined;
}

/** Clears the cells only if copying succeeded. */
async function cut({ copy }: GridActions, { clear }: GridEditing, block: Block): Promise<void> {
  if (await copy?.(block)) clear(block);
}
