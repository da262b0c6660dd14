// The menu of a cell, or of a block of cells.
import { ArrowUpRight, Copy, PanelRight, Rows3 } from 'lucide-react';
import type { ReactNode } from 'react';
import { late } from '../messages/late.ts';
import { isMeasured, type ResultColumn } from '../query/columns.ts';
import type { Extras } from '../query/rows.ts';
import { MenuItem, MenuLine } from '../ui/Menu.tsx';
import { useWorkbench } from '../workbench/context.ts';
import { CellFilters } from './CellFilters.tsx';
import { type CopyFormat, copyFormats } from './copy.ts';
import type { Block } from './grid/selection.ts';
import type { CellLinks } from './useCellLinks.ts';
import { referencedName } from './useCopyCells.ts';
import type { CellOf, Row } from './useRows.ts';

interface Props {
  readonly block: Block;
  /** The column of the block's first cell. */
  readonly column: ResultColumn | undefined;
  readonly row: Row | undefined;
  readonly labels: Extras['records'];
  readonly cellOf: CellOf;
  readonly links: CellLinks;
  /** The editing items, for users who may change data. */
  readonly edits: ReactNode;
  readonly onCopy: (block: Block, format: CopyFormat) => Promise<boolean>;
}

export function CellMenu({ block, column, row, labels, cellOf, links, edits, onCopy }: Props) {
  const { doc } = useWorkbench();
  const place = { row: block.top, column: block.left };
  const single = block.top === block.bottom && block.left === block.right;
  return (
    <>
      {single && row && column?.kind === 'field' && !column.bucket && (
        <CellFilters
          column={column}
          value={cellOf(row, column.id)}
          name={referencedName(row, labels.get(column.alias)?.label, cellOf)}
        />
      )}
      {edits}
      {single && row && (doc.grouped || isMeasured(column)) && (
        <MenuItem icon={<Rows3 aria-hidden />} onSelect={() => links.showRows(row, column)}>
          {late.grid.rowsBehind}
        </MenuItem>
      )}
      {single && (
        <>
          <MenuItem icon={<PanelRight aria-hidden />} onSelect={() => links.look(place)}>
            {late.grid.look}
          </MenuItem>
          <MenuItem icon={<ArrowUpRight aria-hidden />} onSelect={() => links.open(place)}>
            {late.grid.openRecord}
          </MenuItem>
          <MenuLine />
        </>
      )}
      {copyFormats.map((format) => (
        <MenuItem key={format} icon={<Copy aria-hidden />} onSelect={() => void onCopy(block, format)}>
          {late.grid.copyNames[format]}
        </MenuItem>
      ))}
    </>
  );
}
