// The active cell and the block of cells around it.

export interface CellPlace {
  /** -1 is the header. */
  readonly row: number;
  readonly column: number;
}

export interface Selection {
  readonly active: CellPlace;
  /** The other corner of the selected block. */
  readonly anchor: CellPlace;
}

export const atStart: Selection = { active: { row: 0, column: 0 }, anchor: { row: 0, column: 0 } };

export function selectAll(rows: number, columns: number): Selection {
  return { ...atStart, anchor: { row: rows - 1, column: columns - 1 } };
}

/** Clamps the selection to a grid with this many rows and columns. */
export function within({ active, anchor }: Selection, rows: number, columns: number): Selection {
  const there = ({ row, column }: CellPlace): CellPlace => ({
    row: Math.min(row, rows - 1),
    column: Math.min(column, columns - 1),
  });
  return { active: there(active), anchor: there(anchor) };
}

export interface Block {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

export function blockOf({ active, anchor }: Selection): Block {
  return {
    top: Math.min(active.row, anchor.row),
    bottom: Math.max(active.row, anchor.row),
    left: Math.min(active.column, anchor.column),
    right: Math.max(active.column, anchor.column),
  };
}

export function isInBlock(block: Block, { row, column }: CellPlace): boolean {
  return row >= block.top && row <= block.bottom && column >= block.left && column <= block.right;
}

export function select(selection: Selection, active: CellPlace, extend: boolean): Selection {
  return extend ? { active, anchor: selection.anchor } : { active, anchor: active };
}

/** The focus after the editor closes. The end of a row continues with the next one. */
export function afterEditor(
  { row, column }: CellPlace,
  step: 'down' | 'up' | 'next' | 'previous' | 'stay',
  { rows, columns }: Pick<Bounds, 'rows' | 'columns'>,
): CellPlace {
  const along = row * columns + column + (step === 'next' ? 1 : step === 'previous' ? -1 : 0);
  const place = Math.max(0, Math.min(along, rows * columns - 1));
  if (step === 'next' || step === 'previous')
    return { row: Math.floor(place / columns), column: place % columns };
  const by = step === 'down' ? 1 : step === 'up' ? -1 : 0;
  return { row: Math.max(0, Math.min(row + by, rows - 1)), column };
}

interface Key {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
}

export interface Bounds {
  readonly rows: number;
  readonly columns: number;
  readonly page: number;
}

/** The position after a key press; undefined for keys that do not move. */
export function afterKey(
  { row, column }: CellPlace,
  key: Key,
  { rows, columns, page }: Bounds,
): CellPlace | undefined {
  const far = key.ctrlKey || key.metaKey;
  const wanted = target();
  function target(): CellPlace | undefined {
    switch (key.key) {
      case 'ArrowUp':
        return { row: far ? Math.min(row, 0) : row - 1, column };
      case 'ArrowDown':
        return { row: far ? rows - 1 : row + 1, column };
      case 'ArrowLeft':
        return { row, column: far ? 0 : column - 1 };
      case 'ArrowRight':
        return { row, column: far ? columns - 1 : column + 1 };
      case 'Home':
        return { row: far ? 0 : row, column: 0 };
      case 'End':
        return { row: far ? rows - 1 : row, column: columns - 1 };
      case 'PageUp':
        return { row: Math.max(0, row - page), column };
      case 'PageDown':
        return { row: row + page, column };
    }
    return undefined;
  }
  if (!wanted) return undefined;
  // A block contains rows only, never the header.
  const top = key.shiftKey ? 0 : -1;
  return {
    row: Math.max(top, Math.min(wanted.row, rows - 1)),
    column: Math.max(0, Math.min(wanted.column, columns - 1)),
  };
}
