// What a grid is given to show, and what it lets others do.
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
  /** Puts a column at a place among the shown ones. */
  readonly move?: (column: ResultColumn, to: number) => void;
  /** Enter: look at what is behind the cell. Ctrl+Enter: go there. */
  readonly peek?: (place: CellPlace) => void;
  readonly open?: (place: CellPlace) => void;
  /** Tells whether it is on the clipboard. */
  readonly copy?: (block: Block) => Promise<boolean>;
}

/** Where the editor leaves the focus: one cell on, or where it was. */
export type EditorStep = 'down' | 'up' | 'next' | 'previous' | 'stay';

/** What a grid needs whose cells can be changed. */
export interface GridEditing {
  /** Opens the editor of a cell, with what was typed already; tells whether there is one. */
  readonly begin: (place: CellPlace, typed?: string) => boolean;
  /** The open editor; `leave` closes it. */
  readonly editor:
    | {
        readonly place: CellPlace;
        readonly draw: (leave: (step: EditorStep) => void) => ReactNode;
        /** Takes a letter while it is not drawn, since its row is about to stand elsewhere; false where it is drawn. */
        readonly take: (letter: string) => boolean;
      }
    | undefined;
  readonly clear: (block: Block) => void;
  readonly paste: (block: Block, text: string) => void;
  /** Puts what stands in the first row of a block into the others. */
  readonly fill: (block: Block) => void;
  /** How a cell is marked; undefined where nothing is pending. */
  readonly mark: CellMarks | undefined;
  /** Columns whose cells are only read. */
  readonly fixed: ReadonlySet<string>;
  /** From here on rows are new. */
  readonly firstNew: number;
  /** A cell to go to; another object each time. */
  readonly wanted: CellPlace | undefined;
}

export interface GridProps {
  readonly label: string;
  readonly columns: readonly ResultColumn[];
  readonly widths: Readonly<Record<string, number>>;
  readonly pinned: readonly string[];
  readonly rowCount: number;
  /** Known and final; otherwise more rows may turn up. */
  readonly counted: boolean;
  readonly row: (index: number) => Row | undefined;
  readonly cell: (column: ResultColumn, row: Row, index: number) => ReactNode;
  readonly order: readonly SortKey[];
  readonly dimmed: boolean;
  readonly onRange: (range: RowRange) => void;
  readonly actions: GridActions;
  readonly menu?: (column: ResultColumn) => ReactNode;
  /** What the context menu offers for the selected cells. */
  readonly cellMenu?: (selected: Block) => ReactNode;
  /** A row below all others, some lines high. */
  readonly footer?:
    | { readonly lines: number; readonly cell: (column: ResultColumn) => ReactNode }
    | undefined;
  readonly rowHeight?: RowHeight | undefined;
  /** Told the selected block where it has several cells. */
  readonly onSelection?: (block: Block | undefined) => void;
  /** Scrolls back to the top when it changes. */
  readonly resetKey: string;
  /** Where the grid was when it was last on the screen, for when it comes back there. */
  readonly place?: RefObject<TablePlace | undefined> | undefined;
  readonly editing?: GridEditing | undefined;
}
