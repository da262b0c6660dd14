// The inputs and callbacks of a grid.
import type { ReactNode, RefObject } from 'react';
import type { ResultColumn } from '../../query/columns.ts';
import type { RowHeight, SortKey } from '../../query/document.ts';
import type { TablePlace } from '../../workbench/context.ts';
import type { Row } from '../useRows.ts';
import type { CellMarks } from './GridRow.tsx';
import type { RowRange } from './scroll.ts';
import type { Block, CellPlace } from './selection.ts';

export interface GridActions {
  readonly sort?: (column: ResultColumn, add: boolean) => void;
  readonly resize?: (column: ResultColumn, width: number | undefined) => void;
  /** Moves a column to an index among the visible ones. */
  readonly move?: (column: ResultColumn, to: number) => void;
  /** Enter: show what is behind the cell. Ctrl+Enter: go there. */
  readonly peek?: (place: CellPlace) => void;
  readonly open?: (place: CellPlace) => void;
  /** Resolves to whether the block is on the clipboard. */
  readonly copy?: (block: Block) => Promise<boolean>;
}

/** Where the focus goes when the editor closes: one cell further, or back to the same one. */
export type EditorStep = 'down' | 'up' | 'next' | 'previous' | 'stay';

/** What a grid needs in order to be editable. */
export interface GridEditing {
  /** Opens the editor of a cell, optionally with a typed character; returns whether the cell has one. */
  readonly begin: (place: CellPlace, typed?: string) => boolean;
  /** The open editor; `leave` closes it. */
  readonly editor:
    | {
        readonly place: CellPlace;
        readonly draw: (leave: (step: EditorStep) => void) => ReactNode;
        /** Takes a keystroke while the editor is unmounted because its row is moving; false while it is mounted. */
        readonly take: (letter: string) => boolean;
      }
    | undefined;
  readonly clear: (block: Block) => void;
  readonly paste: (block: Block, text: string) => void;
  /** Copies the first row of a block into the others. */
  readonly fill: (block: Block) => void;
  /** Marks of pending cells; undefined if nothing is pending. */
  readonly mark: CellMarks | undefined;
  /** Read-only columns. */
  readonly fixed: ReadonlySet<string>;
  /** Rows from this index on are new. */
  readonly firstNew: number;
  /** A cell to go to; a new object for each request. */
  readonly focusRequest: CellPlace | undefined;
}

export interface GridProps {
  readonly label: string;
  readonly columns: readonly ResultColumn[];
  readonly widths: Readonly<Record<string, number>>;
  readonly pinned: readonly string[];
  readonly rowCount: number;
  /** True if the number is final; otherwise more rows may follow. */
  readonly counted: boolean;
  readonly row: (index: number) => Row | undefined;
  readonly cell: (column: ResultColumn, row: Row, index: number) => ReactNode;
  readonly order: readonly SortKey[];
  readonly dimmed: boolean;
  readonly onRange: (range: RowRange) => void;
  readonly actions: GridActions;
  readonly menu?: (column: ResultColumn) => ReactNode;
  /** The context menu for the selected cells. */
  readonly cellMenu?: (selected: Block) => ReactNode;
  /** A sticky row at the bottom, several lines high. */
  readonly footer?:
    | { readonly lines: number; readonly cell: (column: ResultColumn) => ReactNode }
    | undefined;
  readonly rowHeight?: RowHeight | undefined;
  /** Called with the selected block if it has several cells. */
  readonly onSelection?: (block: Block | undefined) => void;
  /** A change scrolls back to the top. */
  readonly resetKey: string;
  /** The last position of the grid, restored when it is mounted again. */
  readonly place?: RefObject<TablePlace | undefined> | undefined;
  readonly editing?: GridEditing | undefined;
}
